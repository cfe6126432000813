import type { Transcript } from "./transcript.ts";

/** A conversation that is open in this process: all sessions on it share its record, and take turns. */
export class Conversation {
  readonly transcript: Transcript;
  /** Sessions that are open on it. */
  sessions = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(transcript: Transcript) {
    this.transcript = transcript;
  }

  /** Does the work when everything asked for before it is done. */
  inOrder<T>(work: () => Promise<T>): Promise<T> {
    const running = this.#last.then(work);
    this.#last = running.catch(() => undefined); // told to whoever asked for it
    return running;
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
