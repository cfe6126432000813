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
}
