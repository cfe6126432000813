/** What the table is made of. */
export interface TableParts {
  readonly tasks: readonly {
    readonly task: string;
    readonly agentRole: string;
    readonly scores: readonly number[];
    readonly average: number;
  }[];
  readonly average: number;
  readonly durationsMs: readonly number[];
}

const LONGEST_CELL = 40;

/** Scores as a table of text: a line per task, a column per run, the averages, and how long each run took. */
export function resultTable({ tasks, average, durationsMs }: TableParts): string {
  const runs = durationsMs.map((_, index) => `Run ${index + 1}`);
  const rows = [
    ["Task", "Agent", ...runs, "Average"],
    ...tasks.map(({ task, agentRole, scores, average: own }) => [
      cell(task),
      cell(agentRole),
      ...runs.map((_, index) => (scores[index] === undefined ? "" : String(scores[index]))),
      own.toFixed(1),
    ]),
    ["Crew", "", ...runs.map(() => ""), average.toFixed(1)],
    ["Seconds", "", ...durationsMs.map((ms) => (ms / 1000).toFixed(1)), ""],
  ];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** One line, not too long. */
function cell(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > LONGEST_CELL ? `${line.slice(0, LONGEST_CELL - 1)}…` : line;
}
