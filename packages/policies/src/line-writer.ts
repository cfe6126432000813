import { open } from "node:fs/promises";

import { BoathookError } from "@boathook/kernel";

/** Adds lines to a file, one after another. Each is written by one call at the file's end, so that lines of several writers never mix. */
export class LineWriter {
  readonly #file: string;
  #last: Promise<unknown> = Promise.resolve();
  /** True: the last line is there in part, on a disk that was full. */
  #isTorn = false;

  constructor(file: string) {
    this.#file = file;
  }

  /** Resolves when the line is in the file. A line that could not be written is nobody else's trouble: the next one is tried. */
  add(line: string): Promise<void> {
    const written = this.#last.then(() => this.#append(line));
    this.#last = written.catch(() => undefined); // told to whoever waits for this very line
    return written;
  }

  async #append(line: string): Promise<void> {
    const bytes = Buffer.from(`${this.#isTorn ? "\n" : ""}${line}\n`);
    const handle = await open(this.#file, "a", 0o600); // at each line: the file may have been moved away meanwhile
    try {
      const { bytesWritten } = await handle.write(bytes);
      this.#isTorn = bytesWritten < bytes.length && (this.#isTorn || bytesWritten > 0);
      if (bytesWritten < bytes.length) {
        const message = `only ${bytesWritten} of ${bytes.length} bytes could be written to ${this.#file}; make room for it`;
        throw new BoathookError(message, { code: "incomplete_write" });
      }
    } finally {
      await handle.close();
    }
  }
}
