import { closeSync, fstatSync, mkdirSync, openSync, readSync, write, writeSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";

import { errorMessage } from "../../errors/is-error.ts";
import { log } from "../../log.ts";
import { processWide } from "../../process-wide.ts";

/** How a `LineFile` begins, and what it does when it cannot keep up. */
export interface LineFileOptions {
  readonly firstLine: string;
  /** How many lines may wait for the disk. */
  readonly maxWaiting: number;
  /** What is written where lines are missing. */
  readonly gapLine: (dropped: number) => string;
}

/** A file that lines are appended to in the background, in order. The newest are dropped, and counted, where the disk is too slow or refuses them. */
export class LineFile {
  readonly #file: string;
  readonly #fd: number;
  readonly #maxWaiting: number;
  readonly #gapLine: (dropped: number) => string;
  #waiting: string[] = [];
  /** Dropped since the last gap that was written down. */
  #gap = 0;
  #writing: Promise<void> | undefined;
  /** True when the file ends in the middle of a line. */
  #isTorn = false;
  #isFailing = false;
  #isClosed = false;
  written = 0;
  dropped = 0;

  /** Opens the file, makes its folder, and writes the first line; what the system says against it is thrown. */
  constructor(file: string, options: LineFileOptions) {
    this.#file = file;
    this.#maxWaiting = options.maxWaiting;
    this.#gapLine = options.gapLine;
    mkdirSync(dirname(file), { recursive: true });
    this.#fd = openSync(file, "a+", 0o600); // what runs say and read is nobody else's business
    writeSync(this.#fd, `${endsWithLine(this.#fd) ? "" : "\n"}${options.firstLine}\n`);
    openFiles().add(this);
  }

  /** Never waits and never throws. After `close` lines are dropped. */
  push(line: string): void {
    if (this.#isClosed || this.#waiting.length >= this.#maxWaiting) {
      this.dropped += 1;
      this.#gap += 1;
      return;
    }
    this.#waiting.push(line);
    this.#writing ??= this.#write();
  }

  /** Resolves when everything pushed so far is written, or dropped. */
  async flush(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
  }

  /** Writes what waits, then closes the file; once. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.flush();
    if (this.#gap > 0) await this.#append(0);
    openFiles().delete(this);
    closeSync(this.#fd);
  }

  /** For the end of the process, when nothing can wait any more. */
  writeNow(): void {
    if (this.#waiting.length === 0) return;
    try {
      writeSync(this.#fd, this.#take().bytes);
    } catch {
      // The process is ending, and nobody is left to tell.
    }
  }

  async #write(): Promise<void> {
    await new Promise(setImmediate); // what is emitted in one go is written in one go
    while (this.#waiting.length > 0) await this.#append(this.#waiting.length);
    this.#writing = undefined;
  }

  async #append(count: number): Promise<void> {
    const { bytes, before, gap } = this.#take();
    let done = 0;
    try {
      while (done < bytes.length) done += (await writeTo(this.#fd, bytes, done, bytes.length - done)).bytesWritten;
      this.written += count;
      this.#isFailing = false;
    } catch (error) {
      const whole = Math.min(count, Math.max(0, newLinesIn(bytes.subarray(0, done)) - before));
      this.written += whole;
      this.dropped += count - whole;
      this.#gap += (whole > 0 ? 0 : gap) + count - whole;
      this.#isTorn = done > 0 && bytes[done - 1] !== NEW_LINE;
      if (!this.#isFailing)
        log("error", { error: errorMessage(error), file: this.#file }, "events could not be recorded");
      this.#isFailing = true;
    }
  }

  /** What is to be written next. Lines are dropped behind those that wait, or were before them when writing failed: the gap stands between. */
  #take(): { readonly bytes: Buffer; readonly before: number; readonly gap: number } {
    const lines = this.#waiting;
    const gap = this.#gap;
    const isBefore = gap > 0 && this.#isFailing;
    if (isBefore) lines.unshift(this.#gapLine(gap));
    else if (gap > 0) lines.push(this.#gapLine(gap));
    if (this.#isTorn) lines.unshift("");
    const before = (isBefore ? 1 : 0) + (this.#isTorn ? 1 : 0);
    this.#waiting = [];
    this.#gap = 0;
    this.#isTorn = false;
    return { bytes: Buffer.from(`${lines.join("\n")}\n`), before, gap };
  }
}

const NEW_LINE = 10;

function newLinesIn(bytes: Buffer): number {
  return bytes.reduce((count, byte) => (byte === NEW_LINE ? count + 1 : count), 0);
}

const writeTo = promisify(write);

function endsWithLine(fd: number): boolean {
  const { size } = fstatSync(fd);
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  readSync(fd, last, 0, 1, size - 1);
  return last.toString() === "\n";
}

/** The open files of the process; what still waits in them when it ends is written then. */
function openFiles(): Set<{ writeNow(): void }> {
  return processWide("open-recordings/1", () => {
    const files = new Set<{ writeNow(): void }>();
    process.on("exit", () => {
      for (const file of files) file.writeNow();
    });
    return files;
  });
}
