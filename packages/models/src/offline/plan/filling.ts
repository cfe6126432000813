import type { Clause } from "../text/clauses.ts";
import type { Pool } from "./pool.ts";
import type { Reading } from "./reading.ts";
import type { Candidate } from "./ask.ts";
import type { Param, ToolView } from "./tool-view.ts";

/** Arguments for one call that fit the tool's schema. */
export interface Filling {
  readonly input: Record<string, unknown>;
  /** How much the values themselves speak for this tool: an address speaks for a tool that fetches, a word for none. */
  readonly evidence: number;
  /** Some required value is no more than a guess from the words of the task. */
  readonly isGuess: boolean;
  /** Some required value comes from earlier results. */
  readonly isSupplied: boolean;
  /** Where in the task the required values stand. */
  readonly spans: readonly { readonly start: number; readonly end: number }[];
}

/** Where arguments for one tool are looked for. */
export interface FillOptions {
  readonly tool: ToolView;
  readonly reading: Reading;
  readonly clause: Clause;
  /** Stems by which any of the tools' business is spoken of. */
  readonly business: ReadonlySet<string>;
  readonly columns: readonly string[];
  readonly files: ReadonlySet<string>;
  /** What the whole task offers for an argument; asked for every clause, looked for once. */
  readonly anywhere: (param: Param) => readonly Candidate[];
  /** Given: required values may come from earlier results. */
  readonly pool: Pool | undefined;
  /** Files, ids and the like come from the results alone: those the task names were used before. */
  readonly poolOnly?: boolean;
  readonly most: number;
}
