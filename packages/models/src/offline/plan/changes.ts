import type { Clause } from "../text/clauses.ts";
import { fillCalls } from "./fill.ts";
import type { Filling } from "./filling.ts";
import { callsOf, ENOUGH, fillOptions, MOST_CALLS_OF_ONE_TOOL, type Outlook, type Proposal } from "./outlook.ts";
import { asksForChange, type ToolRelations } from "./relate.ts";

/** Calls of what changes things, only where the task asks for the change. */
export function proposeChanges(outlook: Outlook, tools: readonly ToolRelations[]): Proposal[] {
  return tools.filter((one) => callsOf(outlook, one.tool) === 0).flatMap((one) => changesBy(outlook, one));
}

function changesBy(outlook: Outlook, one: ToolRelations): Proposal[] {
  for (const { clause } of one.relations) {
    const fillings = changesIn(outlook, one, clause);
    const isAsked =
      one.isNamed ||
      asksForChange(
        one.tool,
        clause,
        fillings.some((filling) => filling.evidence > 0),
      );
    if (isAsked && fillings.length > 0)
      return fillings.map((filling) => ({ tool: one.tool, filling, score: ENOUGH, order: clause.start }));
  }
  return [];
}

/** With values of the task; with those of results alone only when they leave no choice. */
function changesIn(outlook: Outlook, one: ToolRelations, clause: Clause): Filling[] {
  const fillings = fillCalls({
    ...fillOptions(outlook, one, clause),
    pool: outlook.pool,
    most: MOST_CALLS_OF_ONE_TOOL,
  });
  const named = fillings.filter((filling) => filling.spans.length > 0);
  return named.length > 0 || fillings.length > 1 ? named : fillings;
}
