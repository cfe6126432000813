/** The commits of a version history printed in blocks (`commit …`, `Author: …`, `Date: …`, message) as rows; nothing when the lines are no such history. */
export function readCommits(lines: readonly string[]): { columns: string[]; rows: string[][] } | undefined {
  if (!COMMIT.test(lines[0] ?? "")) return undefined;
  const rows: string[][] = [];
  for (const line of lines) {
    const commit = COMMIT.exec(line)?.[1];
    const row = rows.at(-1);
    if (commit !== undefined) rows.push([commit.slice(0, 10), "", "", ""]);
    else if (row !== undefined) addTo(row, line);
  }
  return { columns: ["commit", "date", "author", "subject"], rows };
}

const COMMIT = /^commit ([0-9a-f]{7,64})\b/;

function addTo(row: string[], line: string): void {
  const [, name, value = ""] = /^(Author|Date|AuthorDate|CommitDate):\s*(.*)$/.exec(line) ?? [];
  if (name === "Author") row[2] = value.replace(/\s*<[^>]*>/, "");
  else if (name !== undefined) row[1] = value.trim();
  else if (row[3] === "" && /^\s+\S/.test(line)) row[3] = line.trim();
}
