import { ClockService, raceSignal, service, throwIfCancelled } from "@boathook/kernel";

declare module "@boathook/kernel" {
  interface FrameSlots {
    /** Every attempt of a model call made here waits for its turn. */
    readonly rateLimit?: RateLimit | undefined;
  }
}

const WINDOW_MS = 60_000;

/**
 * At most `perMinute` turns in any 60 seconds, first come, first served; who shares the object shares the turns. A turn that is waited for can be
 * cancelled, and goes to whoever comes next. Nothing runs while nobody waits.
 */
export class RateLimit {
  readonly perMinute: number;
  /** When the last turns were, as many as the window holds. */
  readonly #turns: number[] = [];
  /** Settled when whoever came last has had its turn, or was cancelled. */
  #last: Promise<void> | undefined;

  constructor(perMinute: number) {
    this.perMinute = perMinute;
  }

  /** Gives undefined where the turn is now, else a promise; it rejects with the cancellation as soon as the signal aborts. */
  take(signal: AbortSignal): Promise<void> | undefined {
    if (this.#last === undefined && this.#waitMs() === 0) {
      this.#note();
      return undefined;
    }
    const before = this.#last;
    const turn = this.#wait(before, signal);
    const done = turn.catch(nothing).then(() => before); // also one that was cancelled waits for those before it
    this.#last = done;
    void done.then(() => {
      if (this.#last === done) this.#last = undefined;
    });
    return turn;
  }

  async #wait(before: Promise<void> | undefined, signal: AbortSignal): Promise<void> {
    if (before !== undefined) await raceSignal(before, signal);
    throwIfCancelled(signal);
    // Looked at again after each wait: a process that was frozen wakes up late.
    for (let ms = this.#waitMs(); ms > 0; ms = this.#waitMs()) await service(ClockService).sleep(ms, signal);
    this.#note();
  }

  #waitMs(): number {
    const oldest = this.#turns.at(-this.perMinute);
    return oldest === undefined ? 0 : Math.max(0, oldest + WINDOW_MS - service(ClockService).now());
  }

  #note(): void {
    this.#turns.push(service(ClockService).now());
    if (this.#turns.length > this.perMinute) this.#turns.shift();
  }
}

function nothing(): void {
  // whoever was cancelled is told by its own promise
}
