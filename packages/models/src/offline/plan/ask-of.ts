import type { Clause } from "../text/clauses.ts";
import type { Ask } from "./ask.ts";
import type { FillOptions } from "./filling.ts";
import type { Param } from "./tool-view.ts";

/** The question to a clause for one argument. */
export function askOf({ tool, reading, business, columns, files }: FillOptions, param: Param, clause: Clause): Ask {
  return { param, tool, clause, mentions: reading.mentionsOf(clause), business, columns, files };
}
