import type { FileHandle } from "node:fs/promises";

import { errorMessage, throwIfCancelled } from "@boathook/kernel";

import { cutText } from "../cut-text.ts";
import { Refusal } from "./refusal.ts";

const CHUNK = 64 * 1024;

/** Which part of a file is wanted, and how much of it at most. */
export interface LineRange {
  /** From 1. */
  readonly fromLine: number;
  readonly lineCount: number;
  /** Characters that are kept at most; at least one line is. */
  readonly maxLength: number;
  readonly signal: AbortSignal;
}

/** Some lines of a text, and the number of the first one that was left out; undefined: the file ends here. */
export interface ReadLines {
  readonly text: string;
  readonly nextLine: number | undefined;
}

/** Reads lines of a UTF-8 file piece by piece, so that a file of any size costs no more memory than what is kept. Refuses what is no text. */
export async function readLines(file: FileHandle, range: LineRange): Promise<ReadLines> {
  const reader = new LineReader(range);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const buffer = Buffer.alloc(CHUNK);
  for (;;) {
    throwIfCancelled(range.signal);
    const { bytesRead } = await file.read(buffer, 0, CHUNK);
    const text = decode(decoder, buffer.subarray(0, bytesRead), bytesRead > 0);
    if (reader.take(text)) return reader.result();
    if (bytesRead === 0) return reader.result();
  }
}

/** True for content that no text has. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.includes(0);
}

function decode(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array, hasMore: boolean): string {
  if (isBinary(bytes)) throw new Refusal("binary", "This is a binary file, not a text.");
  try {
    return decoder.decode(bytes, { stream: hasMore });
  } catch (cause) {
    throw new Refusal("binary", `This is no UTF-8 text: ${errorMessage(cause)}`, { cause });
  }
}

/** Puts pieces of text together to lines, and keeps whole ones as long as there is room. */
class LineReader {
  readonly #range: LineRange;
  readonly #kept: string[] = [];
  #room: number;
  #line = 1;
  #current = "";
  #nextLine: number | undefined;

  constructor(range: LineRange) {
    this.#range = range;
    this.#room = range.maxLength;
  }

  /** True when nothing more is wanted. */
  take(text: string): boolean {
    const { fromLine, lineCount, maxLength } = this.#range;
    let at = 0;
    while (at < text.length && this.#nextLine === undefined) {
      if (this.#line >= fromLine + lineCount) {
        this.#nextLine = this.#line;
        break;
      }
      const newline = text.indexOf("\n", at);
      const end = newline === -1 ? text.length : newline + 1;
      if (this.#line >= fromLine) this.#current += text.slice(at, end);
      if (newline !== -1 || this.#current.length > maxLength) this.#endLine();
      at = end;
    }
    return this.#nextLine !== undefined;
  }

  result(): ReadLines {
    if (this.#nextLine === undefined && this.#current !== "") this.#endLine();
    return { text: this.#kept.join(""), nextLine: this.#nextLine };
  }

  #endLine(): void {
    const line = this.#current;
    this.#current = "";
    if (line.length <= this.#room) {
      this.#kept.push(line);
      this.#room -= line.length;
      this.#line += 1;
    } else if (this.#room === this.#range.maxLength) {
      this.#kept.push(`${cutText(line, this.#room)} [line cut]`);
      this.#nextLine = this.#line + 1; // a line without an end is not read to its end
    } else {
      this.#nextLine = this.#line;
    }
  }
}
