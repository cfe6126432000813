import type { HookDispatchedEvent } from "boathook";

interface Row {
  dispatches: number;
  hooks: number;
  modified: number;
  aborted: number;
  ms: number;
}

const COLUMNS = ["point", "dispatches", "hooks", "modified", "aborted", "ms"] as const;

/** The hook dispatches of a run, one line per point, in the order in which the points were first met. */
export function dispatchTable(dispatches: readonly HookDispatchedEvent[]): string {
  const rows = new Map<string, Row>();
  for (const event of dispatches) {
    const row = rows.get(event.interceptionPoint) ?? { dispatches: 0, hooks: 0, modified: 0, aborted: 0, ms: 0 };
    row.dispatches += 1;
    row.hooks += event.hookCount;
    row.modified += event.outcome === "modified" ? 1 : 0;
    row.aborted += event.outcome === "aborted" ? 1 : 0;
    row.ms += event.durationMs;
    rows.set(event.interceptionPoint, row);
  }
  const cells = [...rows].map(([point, row]) =>
    [point, row.dispatches, row.hooks, row.modified, row.aborted, row.ms.toFixed(1)].map(String),
  );
  return aligned([[...COLUMNS], ...cells]);
}

function aligned(lines: readonly (readonly string[])[]): string {
  const widths = COLUMNS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join("  "),
    )
    .join("\n");
}
