import { textOf, type Section } from "./section.ts";

/** One unit per row, each value with the name of its column. The separator is the commonest of `,` `;` and tab in the first line. */
export function readCsv(bytes: Uint8Array): Section[] {
  const text = textOf(bytes);
  const [head, ...rows] = parseCsv(text, separatorOf(text));
  if (head === undefined) return [];
  if (rows.length === 0) return [{ units: [`${head.join(", ")}\n`] }];
  return [{ units: rows.map((row) => rowText(head, row)).filter((row) => row.trim() !== "") }];
}

function rowText(head: readonly string[], row: readonly string[]): string {
  const fields = row.flatMap((value, index) => {
    const name = head[index]?.trim() ?? "";
    if (value.trim() === "") return [];
    return [name === "" ? value.trim() : `${name}: ${value.trim()}`];
  });
  return `${fields.join("; ")}\n`;
}

function separatorOf(text: string): string {
  const line = text.slice(0, text.search(/\r?\n|$/));
  const counts = [",", ";", "\t"].map((mark) => ({ mark, count: line.split(mark).length }));
  counts.sort((a, b) => b.count - a.count);
  return counts[0]?.mark ?? ",";
}

/** Rows of fields, quoted ones with line ends and doubled quotes in them. */
export function parseCsv(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  while (at < text.length) {
    const field = text[at] === '"' ? quotedField(text, at, separator) : plainField(text, at, separator);
    row.push(field.value);
    at = field.end;
    if (text[at] === separator) {
      at += 1;
      if (at === text.length) row.push("");
      else continue;
    }
    if (text[at] === "\r") at += 1;
    if (text[at] === "\n") at += 1;
    rows.push(row);
    row = [];
  }
  return rows.filter((fields) => fields.length > 1 || fields[0] !== "");
}

interface Field {
  readonly value: string;
  readonly end: number;
}

function plainField(text: string, start: number, separator: string): Field {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") end += 1;
  return { value: text.slice(start, end), end };
}

/** What stands between the closing quote and the separator, against the rules, is kept. */
function quotedField(text: string, start: number, separator: string): Field {
  let at = start + 1;
  let value = "";
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) throw new Error(`a quote that opens in line ${lineAt(text, start)} is never closed`);
    value += text.slice(at, quote);
    at = quote + 1;
    if (text[at] !== '"') break;
    value += '"';
    at += 1;
  }
  const rest = plainField(text, at, separator);
  return { value: value + rest.value, end: rest.end };
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}
