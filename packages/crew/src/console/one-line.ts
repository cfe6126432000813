import { stripVTControlCharacters } from "node:util";

import { errorMessage, isError, redactText } from "@boathook/kernel";

const LONGEST = 100;
/** Longer texts are cut before they are looked at. */
const READ = 2_000;

/** A text as part of a line: without secrets, on one line, cut, and without what would move the cursor. */
export function oneLine(text: string, longest: number = LONGEST): string {
  // eslint-disable-next-line no-control-regex -- every control character
  const plain = stripVTControlCharacters(redactText(text.slice(0, READ))).replace(/[\x00-\x1F\x7F-\x9F\s]+/g, " ");
  const whole = plain.trim();
  return whole.length <= longest ? whole : `${whole.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** What an error says, also one that comes out of a recording and is plain data. */
export function errorLine(error: unknown): string {
  const message = (error as { message?: unknown } | null | undefined)?.message;
  return oneLine(!isError(error) && typeof message === "string" ? message : errorMessage(error));
}

/** A duration for people. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`;
  return ms < 60_000
    ? `${(ms / 1_000).toFixed(1)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
}
