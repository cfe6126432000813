/** One named value. */
export interface Fact {
  /** Dotted path inside the result; `""` when the result is just this value. */
  readonly key: string;
  readonly value: string;
}

/** Values of one kind, one a line. */
export interface List {
  readonly key: string;
  readonly kind: "paths" | "items" | "log";
  readonly items: readonly string[];
}

/** Rows with named columns. */
export interface Table {
  readonly key: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A text of more than a line. */
export interface Document {
  readonly key: string;
  readonly text: string;
}

/** What a tool's result holds, sorted by shape. */
export interface Findings {
  readonly facts: readonly Fact[];
  readonly lists: readonly List[];
  readonly tables: readonly Table[];
  readonly documents: readonly Document[];
}

/** Findings while they are collected. */
export interface Collected extends Findings {
  readonly facts: Fact[];
  readonly lists: List[];
  readonly tables: Table[];
  readonly documents: Document[];
}

/** Nothing found yet. */
export function noFindings(): Collected {
  return { facts: [], lists: [], tables: [], documents: [] };
}

/** The cells of one column, in row order; nothing when the table has no such column. */
export function columnOf(table: Table, column: string): string[] | undefined {
  const at = table.columns.indexOf(column);
  return at < 0 ? undefined : table.rows.map((row) => row[at] ?? "");
}

/** The last part of a dotted key. */
export function lastPart(key: string): string {
  return key.slice(key.lastIndexOf(".") + 1);
}
