/** Lines of cells (CSV, TSV, semicolons, a Markdown table) with a header as a table; nothing when they are none. */
export function readSeparated(lines: readonly string[]): { columns: string[]; rows: string[][] } | undefined {
  const [header] = lines;
  if (header === undefined || lines.length < 2) return undefined;
  if (/^\s*\|.*\|\s*$/.test(header) && /^\s*\|?[\s:|-]+\|[\s:|-]*$/.test(lines[1] ?? "")) return markdownTable(lines);
  for (const separator of ["\t", ";", ","]) {
    const columns = cellsOf(header, separator);
    if (!areNames(columns)) continue;
    const rows = lines.slice(1).map((line) => cellsOf(line, separator));
    const regular = rows.filter((row) => row.length === columns.length);
    if (regular.length >= rows.length * 0.9) return { columns, rows: regular };
  }
  return undefined;
}

/** Prose has commas too: the names of columns are several, short, and no sentences or numbers. */
function areNames(cells: readonly string[]): boolean {
  return (
    cells.length > 1 && cells.every((cell) => /^[^\s\d.!?][^.!?]{0,39}$/.test(cell) && cell.split(" ").length <= 3)
  );
}

/** The cells of one line; a cell in double quotes may hold the separator, and `""` for a quote. */
function cellsOf(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator).map((cell) => cell.trim());
  const cells: string[] = [];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] ?? "";
    if (sign === '"') {
      if (quoted && line[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = !quoted;
    } else if (sign === separator && !quoted) {
      cells.push(cell.trim());
      cell = "";
    } else cell += sign;
  }
  return [...cells, cell.trim()];
}

function markdownTable(lines: readonly string[]): { columns: string[]; rows: string[][] } | undefined {
  const cells = (line: string): string[] =>
    line
      .trim()
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => cell.trim());
  const columns = cells(lines[0] ?? "");
  const rows = lines
    .slice(2)
    .filter((line) => line.trim().startsWith("|"))
    .map(cells);
  // Text around a table makes it part of a document.
  return rows.length < lines.length - 2 ? undefined : { columns, rows };
}
