import { errorMessage } from "./errors/is-error.ts";
import { log } from "./log.ts";

declare module "./frame.ts" {
  interface FrameSlots {
    /** Ends with the outermost run here; absent outside of any. */
    readonly runEnd?: RunEnd | undefined;
  }
}

/** What has to be closed when the outermost run ends: connections, processes and the like that were opened on its way. */
export class RunEnd {
  #closers: Map<object, () => Promise<void>> | undefined;
  #isOver = false;

  /** Calls `close` when the run ends; once per owner, however often it asks. False: the run has ended, and nobody will call it. */
  add(owner: object, close: () => Promise<void>): boolean {
    if (this.#isOver) return false;
    this.#closers ??= new Map();
    if (!this.#closers.has(owner)) this.#closers.set(owner, close);
    return true;
  }

  /** Closes everything, and waits for it; undefined when there is nothing. What cannot be closed is a line in the log. */
  close(): Promise<void> | undefined {
    const closers = this.#closers;
    this.#isOver = true;
    if (closers === undefined) return undefined;
    this.#closers = undefined;
    return closeAll([...closers.values()]);
  }
}

async function closeAll(closers: readonly (() => Promise<void>)[]): Promise<void> {
  await Promise.all(closers.map(closeOne));
}

async function closeOne(close: () => Promise<void>): Promise<void> {
  try {
    await close();
  } catch (error) {
    log("error", { error: errorMessage(error) }, "something that a run had opened could not be closed");
  }
}
