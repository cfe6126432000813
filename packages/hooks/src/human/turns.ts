import { raceSignal } from "@boathook/kernel";

/** Lets one in at a time, in the order of arrival. Whoever gives up waiting leaves at once, and keeps nobody. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when it is the caller's turn, to the function that ends it. Rejects with the cancellation when `signal` aborts before. */
  async take(signal: AbortSignal): Promise<() => void> {
    const before = this.#last;
    let release = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#last = before.then(() => over);
    try {
      await raceSignal(before, signal);
    } catch (cancelled) {
      release();
      throw cancelled;
    }
    return release;
  }
}
