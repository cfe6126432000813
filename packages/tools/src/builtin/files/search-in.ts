import { cutText } from "../cut-text.ts";
import { globMatcher } from "./glob.ts";
import type { HeldDirectory } from "./held-directory.ts";
import { isBinary } from "./read-lines.ts";
import { walk, type Entry, type WalkOptions } from "./walk.ts";

const LONGEST_LINE = 300;

/** What is looked for. */
export interface Wanted {
  readonly text: string;
  readonly pattern: string | undefined;
  readonly ignoreCase: boolean;
  readonly maxMatches: number;
  readonly maxFileBytes: number;
}

/** What was found, as `path:line: text`. */
export interface Found {
  readonly lines: readonly string[];
  readonly hasMore: boolean;
  /** How many files were left out for their size. */
  readonly tooLarge: number;
}

/** Looks through the files of a folder, one after the other. */
export async function searchIn(directory: HeldDirectory, wanted: Wanted, walking: WalkOptions): Promise<Found> {
  const isWanted = wanted.pattern === undefined ? () => true : globMatcher(wanted.pattern);
  const lines: string[] = [];
  let tooLarge = 0;
  for await (const entry of walk(directory, walking)) {
    if (entry.kind !== "file" || !isWanted(entry.path)) continue;
    const content = await contentOf(entry, wanted.maxFileBytes);
    if (content === "too large") tooLarge += 1;
    else if (content !== undefined && !addMatches(lines, entry.path, { content: content.text, wanted })) {
      return { lines, hasMore: true, tooLarge };
    }
  }
  return { lines, hasMore: false, tooLarge };
}

/** Undefined: no text, or not readable for us. */
async function contentOf(
  { directory, name }: Entry,
  maxBytes: number,
): Promise<{ text: string } | "too large" | undefined> {
  const file = await directory.openFile(name).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const facts = await file.stat();
    if (!facts.isFile()) return undefined;
    if (facts.size > maxBytes) return "too large";
    const buffer = Buffer.alloc(facts.size);
    const { bytesRead } = await file.read(buffer, 0, facts.size, 0); // no more than that, although it may grow
    const bytes = buffer.subarray(0, bytesRead);
    return isBinary(bytes) ? undefined : { text: bytes.toString("utf8") };
  } finally {
    await file.close();
  }
}

/** False when there are more than may be given. */
function addMatches(lines: string[], path: string, { content, wanted }: { content: string; wanted: Wanted }): boolean {
  const fold = (text: string): string => (wanted.ignoreCase ? text.toLowerCase() : text);
  const needle = fold(wanted.text);
  if (!fold(content).includes(needle)) return true;
  let number = 0;
  for (const line of content.split("\n")) {
    number += 1;
    if (!fold(line).includes(needle)) continue;
    if (lines.length === wanted.maxMatches) return false;
    lines.push(`${path}:${number}: ${cutText(line.trimEnd(), LONGEST_LINE)}`);
  }
  return true;
}
