import { lastPart, type Findings } from "../results/findings.ts";
import { parseJson } from "../results/read-result.ts";
import { jsonType } from "../schema/view.ts";

/** An object that was read from a text. */
export type Known = Readonly<Record<string, unknown>>;

/** A key and what stands under it somewhere. */
export type Entry = readonly [key: string, value: unknown];

/** The entries of the JSON objects written out in texts, whole or fenced. */
export function objectEntries(texts: readonly string[]): Entry[] {
  return texts.flatMap((text) => jsonIn(text).flatMap((value) => (isKnown(value) ? Object.entries(value) : [])));
}

/** The facts of a result, under the last part of their keys. */
export function factEntries({ facts }: Findings): Entry[] {
  return facts.map((fact): Entry => [lastPart(fact.key), fact.value]);
}

/** The columns of tables, each with its first cell and with all its different cells; and lists. */
export function columnEntries({ tables, lists }: Findings): Entry[] {
  const columns = tables.flatMap((table) =>
    table.columns.flatMap((name, at): Entry[] => {
      const cells = [...new Set(table.rows.map((row) => row[at] ?? ""))].filter((cell) => cell !== "");
      return cells.length === 0
        ? []
        : [
            [name, cells[0]],
            [name, cells],
          ];
    }),
  );
  return [...columns, ...lists.map((list): Entry => [lastPart(list.key), list.items])];
}

/** The "Key: value" lines of texts; the first 40 000 characters of each are read. */
export function labelledEntries(texts: readonly string[]): Entry[] {
  return texts.flatMap((text) =>
    Array.from(text.slice(0, 40_000).matchAll(LABELLED), (match): Entry => [match[1] ?? "", (match[2] ?? "").trim()]),
  );
}

const LABELLED = /^[ \t]{0,20}(?:[-*•][ \t]+)?\**(\p{L}[\p{L}\p{N} _-]{0,40}?)\**[ \t]*:\**[ \t]+([^\n]{1,400})/gmu;

function jsonIn(text: string): unknown[] {
  const fenced = Array.from(text.slice(0, 200_000).matchAll(/```(?:json)?\n([\s\S]*?)```/g), (match) => match[1] ?? "");
  const from = text.indexOf("{");
  const to = text.lastIndexOf("}");
  return [text, ...fenced, ...(from > 0 && to > from ? [text.slice(from, to + 1)] : [])].map(parseJson);
}

function isKnown(value: unknown): value is Known {
  return jsonType(value) === "object";
}
