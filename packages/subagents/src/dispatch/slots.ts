import { childFrame, currentFrame, raceSignal, runInFrame } from "@boathook/kernel";

declare module "@boathook/kernel" {
  interface FrameSlots {
    /** True inside of a subagent that has a slot: what it asks for does not wait for another one, or all could wait for one another. */
    readonly hasSubagentSlot?: boolean | undefined;
  }
}

/** So many at once; the others wait in line. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Does the work when there is a slot for it. Rejects, without it, when the run is cancelled first. */
  async within<T>(work: () => Promise<T>): Promise<T> {
    if (currentFrame().hasSubagentSlot === true) return work();
    await this.#take();
    try {
      return await runInFrame(childFrame({ hasSubagentSlot: true }), work);
    } finally {
      this.#give();
    }
  }

  async #take(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    let enter: () => void = () => undefined;
    const entered = new Promise<void>((resolve) => {
      enter = resolve;
    });
    this.#waiting.push(enter);
    try {
      await raceSignal(entered, currentFrame().signal);
    } catch (error) {
      const at = this.#waiting.indexOf(enter);
      if (at === -1)
        this.#give(); // it was let in as it left
      else this.#waiting.splice(at, 1);
      throw error;
    }
  }

  #give(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
