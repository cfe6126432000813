import { setImmediate as nextTurn } from "node:timers/promises";

import { childFrame, ClockService, currentFrame, runInFrame, type Clock, type ServiceKey } from "@boathook/kernel";

interface Sleeper {
  readonly at: number;
  readonly order: number;
  readonly wake: () => void;
}

/** Time that stands still while anything happens, then goes to the next sleeper: one at a time, in the order in which they lay down. */
export class VirtualClock implements Clock {
  #now = 0;
  #order = 0;
  #sleepers: Sleeper[] = [];

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const sleeper = { at: this.#now + ms, order: (this.#order += 1), wake: resolve };
      this.#sleepers.push(sleeper);
      signal?.addEventListener("abort", () => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        reject(new Error("cancelled", { cause: signal.reason }));
      });
    });
  }

  /** Runs the work on this clock until it has settled. */
  async drive<T>(work: () => Promise<T>): Promise<T> {
    const around = currentFrame().services;
    const services = {
      get: <S>(key: ServiceKey<S>): S =>
        (key as ServiceKey<unknown>) === ClockService ? (this as unknown as S) : around.get(key), // the key says that S is Clock
    };
    let isSettled = false;
    const isOver = (): boolean => isSettled;
    const result = runInFrame(childFrame({ services }), work).finally(() => {
      isSettled = true;
    });
    await quiet();
    while (!isOver()) {
      this.#wakeNext();
      await quiet();
    }
    return result;
  }

  #wakeNext(): void {
    const next = this.#sleepers.reduce<Sleeper | undefined>(
      (first, one) => (isBefore(one, first) ? one : first),
      undefined,
    );
    if (next === undefined) return;
    this.#sleepers = this.#sleepers.filter((other) => other !== next);
    this.#now = next.at;
    next.wake();
  }
}

/** Whatever goes on by itself has gone on; a run rests for one turn now and then. */
async function quiet(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
}

function isBefore(one: Sleeper, other: Sleeper | undefined): boolean {
  if (other === undefined) return true;
  return one.at === other.at ? one.order < other.order : one.at < other.at;
}
