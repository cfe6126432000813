/** The commits of a version history printed in blocks (`commit …`, `Author: …`, `Date: …`, message) as rows; nothing when the lines are no such history. */
export function readCommits(lines: readonly string[]): { columns: string[]; rows: string[][] } | undefined {
  if (!/^commit [0-9a-f]{7,64}\b/.test(lines[0] ?? "")) return undefined;
  const rows: [commit: string, date: string, author: string, subject: string][] = [];
  for (const line of lines) {
    const commit = /^commit ([0-9a-f]{7,64})\b/.exec(line)?.[1];
    const row = rows.at(-1);
    if (commit !== undefined) rows.push([commit.slice(0, 10), "", "", ""]);
    else if (row === undefined) continue;
    else if (line.startsWith("Author:"))
      row[2] = line
        .slice(7)
        .replace(/<[^>]*>/, "")
        .trim();
    else if (/^(?:Author|Commit)?Date:/.test(line)) row[1] = line.replace(/^\w+:/, "").trim();
    else if (row[3] === "" && /^\s+\S/.test(line)) row[3] = line.trim();
  }
  return { columns: ["commit", "date", "author", "subject"], rows };
}
