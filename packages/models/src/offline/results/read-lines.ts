import { hasFileExtension } from "../text/paths.ts";
import type { Collected } from "./findings.ts";
import { readCommits } from "./read-commits.ts";
import { readSeparated } from "./read-separated.ts";

/** Adds a text whose lines have one shape (paths, `file:line:text`, a log, rows, `key: value`, bullets); false when they have none. */
export function collectLines(found: Collected, key: string, text: string): boolean {
  const lines = text.split("\n", MAX_LINES).filter((line) => line.trim() !== "");
  // The shape of a line shows at its beginning, and patterns need not be tried on the whole of a very long one.
  const head = lines.slice(0, 400).map((line) => line.slice(0, 600));
  const share = (pattern: RegExp): number => head.filter((line) => pattern.test(line)).length / head.length;
  const commits = readCommits(lines);
  if (commits !== undefined) found.tables.push({ key, ...commits });
  else if (share(MATCH) >= 0.7) found.tables.push({ key, ...matchRows(lines) });
  else if (head.filter(isPathLine).length >= head.length * 0.8) addPaths(found, key, lines);
  else if (share(SIZED_PATH) >= 0.8) found.tables.push({ key, ...sizedRows(lines) });
  else if (share(LOG_LINE) >= 0.7) found.lists.push({ key, kind: "log", items: lines.map((line) => line.trim()) });
  else return addRows(found, key, lines) || addPairs(found, key, lines, share) || addBullets(found, key, lines, share);
  return true;
}

const MAX_LINES = 20_000;
// A place in a file has a dot or a slash; the time of a log line has neither before its first colon.
const MATCH = /^([^\s:./][^:./\n]{0,200}[./][^:\n]{0,300}?|[./][^:\n]{0,300}?):(\d{1,7}):(?:\d{1,5}:)?\s?(.*)$/;
const SIZED_PATH =
  /^\s*(?:(\d[\d,.]{0,20})\s*([kKMG]?i?B|bytes|lines)?\s+([^\s./]*[./]\S*)|([^\s./]*[./]\S*)\s+\(?(\d[\d,.]{0,20})\s*([kKMG]?i?B|bytes|lines)?\)?)\s*$/;
const LOG_LINE = /^\s*(?:[*|\\/ ]*[0-9a-f]{7,40}\s+\S|\[?\d{4}-\d{2}-\d{2}[T ,\]]|\d{4}-\d{2}-\d{2}\b)/;
const PAIR = /^\s*[-*]?\s*(\p{L}[\p{L}\p{N} _./()%-]{0,48}?)\s*[:=]\s+(\S.*)$/u;
const BULLET = /^\s*(?:[-*•+]|\d{1,3}[.)])\s+\S/;

/** Whether a line is `file:line:text`, as searches print it. */
export function isMatchLine(line: string): boolean {
  return MATCH.test(line) && hasFileExtension(line.slice(0, line.indexOf(":")));
}

function isPathLine(line: string): boolean {
  const token = line
    .trim()
    .replace(/^[-*•]\s+|^[├└│─\s]+/u, "")
    .replace(/^`([^`]*)`$/, "$1");
  return (
    token !== "" &&
    token.length < 300 &&
    !/\s/.test(token) &&
    (hasFileExtension(token) ||
      /^[\w@.~+-]+(?:\/[\w@.~+-]+)*\/$/.test(token) ||
      /^\.{0,2}\/?[\w@.~+-]+(?:\/[\w@.~+-]+)+$/.test(token) ||
      /^\.?[A-Z][A-Za-z]{2,}$/.test(token))
  );
}

function addPaths(found: Collected, key: string, lines: readonly string[]): void {
  const items = lines.filter(isPathLine).map((line) =>
    line
      .trim()
      .replace(/^[-*•]\s+|^[├└│─\s]+/u, "")
      .replace(/^`([^`]*)`$/, "$1"),
  );
  found.lists.push({ key, kind: "paths", items });
}

function matchRows(lines: readonly string[]): { columns: string[]; rows: string[][] } {
  const rows = lines.flatMap((line) => {
    const match = MATCH.exec(line);
    return match === null ? [] : [[match[1] ?? "", match[2] ?? "", (match[3] ?? "").trim().slice(0, 300)]];
  });
  return { columns: ["file", "line", "text"], rows };
}

function sizedRows(lines: readonly string[]): { columns: string[]; rows: string[][] } {
  let unit = "size";
  const rows = lines.flatMap((line) => {
    const match = SIZED_PATH.exec(line);
    if (match === null) return [];
    unit = match[2] ?? match[6] ?? unit;
    return [[match[3] ?? match[4] ?? "", match[1] ?? match[5] ?? ""]];
  });
  return { columns: ["path", unit], rows };
}

function addRows(found: Collected, key: string, lines: readonly string[]): boolean {
  const table = readSeparated(lines);
  if (table !== undefined) found.tables.push({ key, ...table });
  return table !== undefined;
}

function addPairs(
  found: Collected,
  key: string,
  lines: readonly string[],
  share: (pattern: RegExp) => number,
): boolean {
  if (lines.length > 40 || share(PAIR) < 0.75 || lines.some((line) => line.length > 300)) return false;
  for (const line of lines) {
    const match = PAIR.exec(line);
    if (match?.[1] !== undefined && match[2] !== undefined) found.facts.push({ key: match[1], value: match[2].trim() });
    else found.facts.push({ key, value: line.trim() });
  }
  return true;
}

function addBullets(
  found: Collected,
  key: string,
  lines: readonly string[],
  share: (pattern: RegExp) => number,
): boolean {
  // A running text with headings is a document, however many bullets it has.
  if (share(BULLET) < 0.8 || lines.some((line) => /^#{1,6}\s/.test(line))) return false;
  found.lists.push({
    key,
    kind: "items",
    items: lines.map((line) => line.trim().replace(/^(?:[-*•+]|\d{1,3}[.)])\s+/, "")),
  });
  return true;
}
