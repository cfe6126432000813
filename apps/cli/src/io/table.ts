/** A table for people: a head and rows, in columns as wide as they need to be; a line of `empty` where there are no rows. */
export function tableOf(
  head: readonly string[],
  rows: readonly (readonly unknown[])[],
  empty = "There are none.",
): readonly string[] {
  if (rows.length === 0) return [empty];
  const cells = [head, ...rows.map((row) => row.map(cellOf))];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? "").length)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

const LONGEST_CELL = 80;

/** One line, not too long. */
function cellOf(value: unknown): string {
  const text = (typeof value === "string" ? value : value === undefined ? "-" : JSON.stringify(value)).replaceAll(
    /\s+/g,
    " ",
  );
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL - 1)}…` : text;
}

/** A time for people, in UTC to the second. */
export function timeOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace("T", " ");
}
