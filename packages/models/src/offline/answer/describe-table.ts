import { overlap, type Topic } from "../text/concepts.ts";
import { columnOf, lastPart, type Table } from "../results/findings.ts";
import { nameWords } from "../text/words.ts";
import { code, counted, frequencies, lead, oneLine, point, type Line } from "./block.ts";

/** A table: how many rows, how its columns are spread, and the rows themselves or those that matter most. */
export function describeTable(table: Table, topic: Topic): Line[] {
  const places = placesOf(table);
  if (places !== undefined) return describeMatches(places);
  const count = countOf(table);
  if (table.rows.length === 0) return [lead(`${count}.`)];
  const lines: Line[] = table.rows.length > 1 ? [lead(`${count}.`)] : [];
  // A table that is shown whole speaks for itself.
  if (table.rows.length > MOST_ROWS) lines.push(...spreads(table));
  lines.push({
    text: markdownTable(table, relevantRows(table, topic).slice(0, MOST_ROWS)),
    kind: "table",
    isLead: false,
  });
  return lines;
}

/** How many rows, by the name of what they are: "3 orders", or "largest: 10 rows". */
export function countOf(table: Table): string {
  const noun = nounOf(table.key);
  const label = noun === "row" ? labelOf(table.key) : "";
  return `${label === "" ? "" : `${label}: `}${counted(table.rows.length, noun)}`;
}

/** A key in words, `""` when it says nothing ("data.items"). */
export function labelOf(key: string): string {
  const words = nameWords(lastPart(key)).join(" ");
  return EMPTY_KEYS.test(words) ? "" : words;
}

const MOST_ROWS = 10;
const EMPTY_KEYS = /^(?:data|results?|items?|rows?|list|values?|output|response|)$/;

/** Rows as a Markdown table, without empty columns, cells on one line. */
export function markdownTable(table: Table, rows: readonly (readonly string[])[]): string {
  const columns = table.columns
    .map((name, at) => ({ name, at }))
    .filter(({ at }) => rows.some((row) => (row[at] ?? "") !== ""))
    .slice(0, 7);
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => oneLine(cell, 80).replaceAll("|", "\\|")).join(" | ")} |`;
  return [
    line(columns.map(({ name }) => name)),
    line(columns.map(() => "---")),
    ...rows.map((row) => line(columns.map(({ at }) => row[at] ?? ""))),
  ].join("\n");
}

/** The key of a table, or where it has none what the tool's name says it lists: `list_users` lists users. */
export function keyOf(table: Table, tool: string): string {
  if (table.key !== "") return table.key;
  return (
    nameWords(tool)
      .slice(1)
      .reverse()
      .find((word) => /[^s]s$/.test(word) && !/^(?:files|csv|rows|docs|status|access|news)$/.test(word)) ?? ""
  );
}

/** What a key calls its rows: "results.orders" are orders; "row" where it names no things. */
export function nounOf(key: string): string {
  const words = nameWords(lastPart(key));
  const last = words.at(-1) ?? "";
  if (words[0] === "by" || EMPTY_KEYS.test(words.join(" ")) || !/[^s]s$/.test(last)) return "row";
  return [...words.slice(0, -1), last.endsWith("ies") ? `${last.slice(0, -3)}y` : last.slice(0, -1)].join(" ");
}

/** Rows that speak of the task, when only some do; else all, in their order. */
function relevantRows(table: Table, topic: Topic): readonly (readonly string[])[] {
  const scored = table.rows.slice(0, 2_000).map((row) => ({ row, score: overlap(topic, row.join(" ").slice(0, 500)) }));
  const best = Math.max(...scored.map((one) => one.score));
  const some = scored.filter((one) => one.score >= 1);
  if (best < 1 || some.length === scored.length) return table.rows;
  return [...some.sort((one, other) => other.score - one.score), ...scored.filter((one) => one.score < 1)].map(
    (one) => one.row,
  );
}

/** Places in files: a path, a line number and the text there. */
interface Places {
  readonly files: readonly string[];
  readonly numbers: readonly string[];
  readonly texts: readonly string[];
}

function placesOf(table: Table): Places | undefined {
  const cells = (pattern: RegExp): string[] | undefined =>
    columnOf(table, table.columns.find((name) => pattern.test(name)) ?? "");
  const files = cells(/^(?:file|path|filename)$/i);
  const numbers = cells(/^(?:line|line_?number)$/i);
  const texts = cells(/^(?:text|content|match|snippet|preview)$/i);
  return files === undefined || numbers === undefined || texts === undefined ? undefined : { files, numbers, texts };
}

function describeMatches({ files, numbers, texts }: Places): Line[] {
  const spread = frequencies(files, 6).map(({ name, count }) => `${code(name)} (${String(count)})`);
  const summary = `${counted(files.length, "match")} in ${counted(new Set(files).size, "file")}: ${spread.join(", ")}.`;
  const places = files
    .slice(0, 6)
    .map((file, at) => point(`${code(`${file}:${numbers[at] ?? ""}`)} ${quoted(texts[at] ?? "")}`));
  return [lead(summary), ...places];
}

/** A line of a file, set as code where Markdown would take its signs for its own. */
function quoted(text: string): string {
  const flat = oneLine(text, 140);
  return /[<>*_`|]/.test(flat) ? code(flat) : flat;
}

/** How the values of columns with few different values, and the numbers and days, are spread. */
function spreads(table: Table): Line[] {
  const lines: Line[] = [];
  for (const column of table.columns) {
    const cells = (columnOf(table, column) ?? []).filter((cell) => cell !== "");
    const text =
      cells.length < 2
        ? undefined
        : (dateSpread(column, cells) ?? numberSpread(column, cells) ?? valueSpread(column, cells));
    if (text !== undefined && lines.length < 5) lines.push(point(text));
  }
  return lines;
}

function dateSpread(column: string, cells: readonly string[]): string | undefined {
  if (!cells.every((cell) => /^\d{4}-\d{2}-\d{2}/.test(cell))) return undefined;
  const days = cells.map((cell) => cell.slice(0, 10)).sort();
  const [first = "", last = ""] = [days[0], days.at(-1)];
  return first === last ? `${column}: all ${first}.` : `${column}: ${first} to ${last}.`;
}

function numberSpread(column: string, cells: readonly string[]): string | undefined {
  if (
    /(?:^|_)(?:id|line|year|zip|phone|code|no|number|hash)$/i.test(column) ||
    !cells.every((cell) => /^-?\d+(?:\.\d+)?$/.test(cell))
  )
    return undefined;
  const numbers = cells.map(Number);
  return `${column}: ${plain(Math.min(...numbers))} to ${plain(Math.max(...numbers))}, ${plain(numbers.reduce((sum, one) => sum + one, 0))} in all.`;
}

function valueSpread(column: string, cells: readonly string[]): string | undefined {
  const spread = frequencies(cells, 6);
  const different = new Set(cells).size;
  if (different > Math.min(12, cells.length / 2) || different < 2 || spread.some(({ name }) => name.length > 40))
    return undefined;
  return `By ${column}: ${spread.map(({ name, count }) => `${name} (${String(count)})`).join(", ")}.`;
}

/** A number without the dust of binary fractions. */
export function plain(value: number): string {
  return String(Number(value.toFixed(6)));
}
