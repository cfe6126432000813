import { setImmediate as nextTurn } from "node:timers/promises";

/** Looks at the clock once in so many steps. */
const STEPS = 32;
const LONGEST_MS = 15;

/** Lets timers, signals and other runs of the process have their turn when many methods in a row are done at once. */
export class Breather {
  #steps = 0;
  #since = performance.now();

  /** A promise when it is time to wait for the next turn of the event loop. */
  next(): Promise<void> | undefined {
    this.#steps += 1;
    if (this.#steps % STEPS !== 0 || performance.now() - this.#since < LONGEST_MS) return undefined;
    return this.#rest();
  }

  /** Said after a wait that may have been long. */
  async #rest(): Promise<void> {
    await nextTurn();
    this.#since = performance.now();
  }
}
