import { overlap, type Topic } from "../text/concepts.ts";
import { columnOf, type Table } from "../results/findings.ts";
import { nameWords } from "../text/words.ts";
import { code, counted, frequencies, lead, oneLine, point, type Line } from "./block.ts";

/** A table: how many rows, how its columns are spread, and the rows themselves or those that matter most. */
export function describeTable(table: Table, topic: Topic): Line[] {
  if (isMatches(table)) return describeMatches(table);
  const noun = nounOf(table.key);
  if (table.rows.length === 0) return [lead(`No ${noun}s.`)];
  const most = 10;
  const lines: Line[] = table.rows.length > 1 ? [lead(`${counted(table.rows.length, noun)}.`)] : [];
  if (table.rows.length > 3) lines.push(...spreads(table));
  const rows = relevantRows(table, topic).slice(0, most);
  lines.push({ text: markdownTable(table, rows), kind: "table", isLead: false });
  return lines;
}

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

/** What a key calls its rows: "results.orders" are orders. */
export function nounOf(key: string): string {
  const last = key
    .slice(key.lastIndexOf(".") + 1)
    .replace(/[_-]+/g, " ")
    .toLowerCase();
  if (last === "" || /^(?:data|results?|items?|rows?|list|values?)$/.test(last)) return "row";
  return last.endsWith("ies") ? `${last.slice(0, -3)}y` : last.replace(/(?<=[^s])s$/, "");
}

/** Rows that speak of the task, when only some do; else all, in their order. */
export function relevantRows(table: Table, topic: Topic): readonly (readonly string[])[] {
  const scored = table.rows.slice(0, 2_000).map((row) => ({ row, score: overlap(topic, row.join(" ").slice(0, 500)) }));
  const best = Math.max(...scored.map((one) => one.score));
  const some = scored.filter((one) => one.score >= 1);
  if (best < 1 || some.length === scored.length) return table.rows;
  return [...some.sort((one, other) => other.score - one.score), ...scored.filter((one) => one.score < 1)].map(
    (one) => one.row,
  );
}

function isMatches(table: Table): boolean {
  return (
    table.columns.includes("file") &&
    table.columns.includes("line") &&
    table.columns.some((name) => /^(?:text|content|match|snippet|preview)$/.test(name))
  );
}

function describeMatches(table: Table): Line[] {
  const files = columnOf(table, "file") ?? [];
  const numbers = columnOf(table, "line") ?? [];
  const texts =
    columnOf(table, table.columns.find((name) => /^(?:text|content|match|snippet|preview)$/.test(name)) ?? "") ?? [];
  const spread = frequencies(files, 6);
  const lines: Line[] = [
    lead(
      `${counted(files.length, "match")} in ${counted(new Set(files).size, "file")}: ${spread.map(({ name, count }) => `${code(name)} (${String(count)})`).join(", ")}.`,
    ),
  ];
  for (const [at, file] of files.slice(0, 6).entries())
    lines.push(point(`${code(`${file}:${numbers[at] ?? ""}`)} ${quoted(texts[at] ?? "")}`));
  return lines;
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
  return `${column}: ${days[0] ?? ""} to ${days.at(-1) ?? ""}.`;
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
