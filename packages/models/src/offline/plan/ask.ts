import type { Clause } from "../text/clauses.ts";
import type { Mentions } from "../text/mentions.ts";
import type { Param, ToolView } from "./tool-view.ts";

/** A value that could fill an argument, where it stands in the task, and how sure that is: 3 named outright, 2 right sort, 1 a guess. */
export interface Candidate {
  readonly value: unknown;
  readonly start: number;
  readonly end: number;
  readonly strength: 1 | 2 | 3;
}

/** What is asked of a stretch of the task: a value for one argument of one tool. */
export interface Ask {
  readonly param: Param;
  readonly tool: ToolView;
  /** The stretch, with its place in the whole task. */
  readonly clause: Clause;
  /** What the stretch mentions. */
  readonly mentions: Mentions;
  /** Stems by which any of the tools' business is spoken of. */
  readonly business: ReadonlySet<string>;
  /** Column names known from descriptions and results. */
  readonly columns: readonly string[];
  /** Files known from results and context. */
  readonly files: ReadonlySet<string>;
}

/** A value with its place in the task. */
export function candidate(
  value: unknown,
  at: { readonly start: number; readonly end: number },
  strength: Candidate["strength"],
): Candidate {
  return { value, start: at.start, end: at.end, strength };
}

/** The place in the task of a stretch of the clause. */
export function placeIn(
  { clause }: Ask,
  index: number,
  length: number,
): { readonly start: number; readonly end: number } {
  const start = clause.start + Math.max(0, index);
  return { start, end: start + length };
}

/** Whether two values stand on the same words of the task. */
export function meets(
  one: { readonly start: number; readonly end: number },
  other: { readonly start: number; readonly end: number },
): boolean {
  return one.start < other.end && other.start < one.end;
}
