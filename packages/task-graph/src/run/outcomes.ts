import type { UnitLog, UnitOutcome } from "@boathook/flow";
import { isPromiseLike } from "@boathook/kernel";

const WAKE = Symbol("wake");

/** What units come to, one after another; whoever waits for the next can be woken to look at something else. */
export class Outcomes {
  readonly #log: UnitLog;
  #isWaiting = false;
  #wakeUp: (() => void) | undefined;

  constructor(unitLog: UnitLog) {
    this.#log = unitLog;
  }

  start(key: string, work: () => unknown): void {
    this.#log.start(key, work);
  }

  /** The next outcome; undefined: somebody woke us. */
  async first(): Promise<UnitOutcome | undefined> {
    const first = this.#log.first();
    if (!isPromiseLike(first)) return first;
    try {
      this.#isWaiting = true;
      return await first;
    } catch (thrown) {
      if (thrown !== WAKE) throw thrown;
      return undefined;
    } finally {
      this.#isWaiting = false;
    }
  }

  /** Waits for nothing but to be woken. */
  async sleep(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wakeUp = resolve;
    });
    this.#wakeUp = undefined;
  }

  readonly wake = (): void => {
    if (this.#isWaiting) this.#log.interrupt(WAKE);
    this.#wakeUp?.();
  };
}
