import { readFile, stat } from "node:fs/promises";
import path from "node:path";

import { errorMessage, isError } from "@boathook/kernel";

/** A file of this size in bytes is no list of agents any more. */
const MAX_BYTES = 1024 * 1024;

/** The text of a file, or one sentence that says why there is none. */
export type TextFile = { readonly text: string } | { readonly problem: string };

/** Reads a UTF-8 text file of at most 1 MiB. Never throws. */
export async function readTextFile(file: string): Promise<TextFile> {
  try {
    const found = await stat(file);
    if (found.isDirectory()) return { problem: "expected a file, and this is a folder" };
    if (!found.isFile()) return { problem: "expected a file, and this is something else (a device, a pipe, a socket)" };
    if (found.size > MAX_BYTES) return { problem: tooLarge(found.size) };
    return decode(await readFile(file));
  } catch (error) {
    return { problem: explain(error) };
  }
}

/** How a file is named to people: from the working directory when it lies inside, else in full. */
export function shownPath(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative === "" || relative.startsWith("..") || path.isAbsolute(relative) ? file : relative;
}

function decode(bytes: Uint8Array): TextFile {
  if (bytes.byteLength > MAX_BYTES) return { problem: tooLarge(bytes.byteLength) };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { problem: "the file is not UTF-8 text; save it as UTF-8" };
  }
}

function tooLarge(size: number): string {
  return `the file has ${size} bytes; at most ${MAX_BYTES} are read`;
}

function explain(error: unknown): string {
  const { code } = error as { code?: unknown };
  if (code === "ENOENT") return "there is no such file; check `base` and the name";
  if (code === "EACCES" || code === "EPERM") return "the file may not be read by this process";
  if (code === "ENOTDIR") return "a part of the path is no folder; check `base`";
  return isError(error) ? `the file cannot be read: ${errorMessage(error)}` : "the file cannot be read";
}
