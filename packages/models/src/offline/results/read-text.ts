import type { Collected } from "./findings.ts";
import { collectLines, isMatchLine } from "./read-lines.ts";

/** Adds a plain text: one line as a fact, lines of one shape as a list or table, the rest as a document. */
export function collectText(found: Collected, key: string, text: string): void {
  const trimmed = text.replace(/\r\n?/g, "\n").trim();
  if (trimmed === "") return;
  if (!trimmed.includes("\n") && trimmed.length <= 300 && !isMatchLine(trimmed)) {
    found.facts.push({ key, value: trimmed });
    return;
  }
  const plain = withoutLineNumbers(trimmed);
  if (!collectLines(found, key, plain)) found.documents.push({ key, text: plain });
}

/** A listing with a running number before every line, as readers of files print it, without these numbers. */
function withoutLineNumbers(text: string): string {
  const lines = text.split("\n");
  let last = -1;
  for (const line of lines) {
    const number = Number(/^\s*(\d{1,7})(?:\t|\s?[|:│→]\s?|\s{2,})/.exec(line)?.[1] ?? NaN);
    if (Number.isNaN(number) || (last >= 0 && number !== last + 1)) return text;
    last = number;
  }
  return lines.map((line) => line.replace(/^\s*\d{1,7}(?:\t|\s?[|:│→]\s?|\s{2,})/, "")).join("\n");
}
