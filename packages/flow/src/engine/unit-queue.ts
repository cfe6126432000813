import { isPromiseLike } from "@boathook/kernel";
import type { MaybePromise } from "@boathook/hooks";

import type { UnitLog, UnitOutcome } from "./durable-engine.ts";

/** The units of one run, in the order in which they settled. Work that is done at once costs no promise. */
export class UnitQueue implements UnitLog {
  #settled: UnitOutcome[] = [];
  #given = 0;
  #waiting: { readonly resolve: (outcome: UnitOutcome) => void; readonly reject: (error: unknown) => void } | undefined;

  readonly start = (key: string, work: () => unknown): void => {
    let value: unknown;
    try {
      value = work();
    } catch (error) {
      this.#settle({ key, isOk: false, error });
      return;
    }
    if (!isPromiseLike(value)) {
      this.#settle({ key, isOk: true, value });
      return;
    }
    value.then(
      (given) => {
        this.#settle({ key, isOk: true, value: given });
      },
      (error: unknown) => {
        this.#settle({ key, isOk: false, error });
      },
    );
  };

  readonly first = (): MaybePromise<UnitOutcome> => {
    const outcome = this.#settled[this.#given];
    if (outcome !== undefined) return this.#give(outcome);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  };

  readonly interrupt = (error: unknown): void => {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.reject(error);
  };

  #settle(outcome: UnitOutcome): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting === undefined) this.#settled.push(outcome);
    else waiting.resolve(outcome);
  }

  #give(outcome: UnitOutcome): UnitOutcome {
    this.#given += 1;
    if (this.#given === this.#settled.length) {
      this.#settled = [];
      this.#given = 0;
    }
    return outcome;
  }
}
