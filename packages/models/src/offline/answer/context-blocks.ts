import { readSeparated } from "../results/read-separated.ts";
import { sentencesOf } from "../text/clauses.ts";
import { lead, oneLine, point, type Block, type Line } from "./block.ts";
import { markdownTable } from "./describe-table.ts";

/** Takes an earlier answer in Markdown apart into points under its headings. Reads at most 200 000 characters. */
export function contextBlocks(text: string): Block[] {
  const blocks: { title: string; lines: Line[] }[] = [{ title: "", lines: [] }];
  for (const chunk of chunksOf(text.slice(0, 200_000))) {
    const [first = "", ...rest] = chunk;
    const heading = /^#{1,6}\s+(.+?)\s*#*$/.exec(first)?.[1];
    if (heading !== undefined)
      blocks.push({ title: oneLine(heading.replace(/[*_`]/g, ""), 100), lines: linesOf(rest) });
    else if (isNested(chunk)) blocks.push(...nestedBlocks(chunk));
    else blocks.at(-1)?.lines.push(...linesOf(chunk));
  }
  return blocks.filter((block) => block.lines.length > 0);
}

function isNested(chunk: readonly string[]): boolean {
  return /^- \*\*[^*]+\*\*:/.test(chunk[0] ?? "") && chunk.some((line) => /^\s+[-*|]/.test(line));
}

/** A bullet list whose bullets name what those under them are about. */
function nestedBlocks(chunk: readonly string[]): { title: string; lines: Line[] }[] {
  const blocks: { title: string; lines: Line[] }[] = [];
  for (const line of chunk) {
    const named = /^- \*\*([^*]+)\*\*:\s*(.*)$/.exec(line);
    if (named?.[1] !== undefined)
      blocks.push({ title: named[1], lines: named[2] ? [lead(oneLine(named[2], 600))] : [] });
    else if (/^\S/.test(line)) blocks.push({ title: "", lines: [lead(oneLine(line.replace(BULLET, ""), 600))] });
    else blocks.at(-1)?.lines.push(point(oneLine(line.replace(BULLET, ""), 600)));
  }
  return blocks;
}

/** Lines that stand together; a fenced block is one chunk, a heading begins one. */
function chunksOf(text: string): string[][] {
  const chunks: string[][] = [[]];
  let isFenced = false;
  for (const line of text.split("\n")) {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (!isFenced && (line.trim() === "" || /^#{1,6}\s/.test(line) || isFence)) chunks.push([]);
    if (line.trim() !== "" || isFenced) chunks.at(-1)?.push(line);
    if (isFence) isFenced = !isFenced;
  }
  return chunks.filter((chunk) => chunk.length > 0);
}

function linesOf(chunk: readonly string[]): Line[] {
  const [first] = chunk;
  if (first === undefined) return [];
  if (/^\s*(?:```|~~~)/.test(first)) return [];
  if (first.trim().startsWith("|")) return tableLines(chunk);
  if (!chunk.some((line) => BULLET.test(line))) return proseLines(chunk.join("\n"));
  const points: string[] = [];
  for (const line of chunk) {
    // What follows a bullet without one of its own belongs to it.
    if (BULLET.test(line) || points.length === 0) points.push(line.replace(BULLET, "").trim());
    else points.push(`${points.pop() ?? ""} ${line.trim()}`);
  }
  return points.map((text, at) => (at === 0 ? lead(oneLine(text, 600)) : point(oneLine(text, 600))));
}

const BULLET = /^\s*(?:[-*•+]|\d{1,3}[.)])\s+/;

function tableLines(chunk: readonly string[]): Line[] {
  const table = readSeparated(chunk.filter((line) => line.trim().startsWith("|")));
  if (table === undefined) return [];
  return [{ text: markdownTable({ key: "", ...table }, table.rows.slice(0, 12)), kind: "table", isLead: false }];
}

function proseLines(text: string): Line[] {
  const sentences = sentencesOf(text).slice(0, 40);
  return sentences.map((one, at): Line => ({ text: oneLine(one, 500), kind: "prose", isLead: at === 0 }));
}
