import type { Candidate } from "./ask.ts";
import type { Kind } from "./kinds.ts";
import type { ToolView } from "./tool-view.ts";

/** An argument's name and the value chosen for it. */
export type Picked = readonly [name: string, value: Candidate | undefined];

/** How much the values from the task speak for the tool that takes them. */
export function evidenceOf(tool: ToolView, picked: readonly Picked[]): number {
  let evidence = 0;
  for (const [name, one] of picked) {
    if (one === undefined || one.strength === 1 || one.start < 0) continue;
    const weight = WEIGHTS[kindIn(tool, name)] ?? 0;
    evidence += one.strength === 3 ? Math.max(1, weight) : weight;
  }
  return evidence;
}

/** Whether some value is a guess from the words of the task; what to ask a search engine always is, and counts as none. */
export function isGuess(tool: ToolView, picked: readonly Picked[]): boolean {
  return picked.some(([name, one]) => one?.strength === 1 && one.start >= 0 && !ASKED.has(kindIn(tool, name)));
}

/** Kinds that ask in the task's own words. */
const ASKED: ReadonlySet<Kind> = new Set<Kind>(["query", "title", "text"]);

const WEIGHTS: Partial<Record<Kind, number>> = {
  expression: 2,
  url: 2,
  sql: 2,
  glob: 2,
  search: 1,
  email: 1,
  identifier: 1,
  place: 1,
  symbol: 1,
  path: 1,
  query: 0.5,
  directory: 0.5,
  date: 0.5,
  count: 0.5,
  value: 0.5,
  column: 0.5,
  condition: 0.5,
};

function kindIn(tool: ToolView, name: string): Kind {
  return tool.params.find((param) => param.name === name)?.kind ?? "unknown";
}
