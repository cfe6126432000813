import type { Clause } from "../text/clauses.ts";
import { fillCalls } from "./fill.ts";
import type { Filling } from "./filling.ts";
import {
  callsOf,
  ENOUGH,
  ENOUGH_TO_LOOK,
  fillOptions,
  MOST_CALLS_OF_ONE_TOOL,
  topScore,
  type Outlook,
  type Proposal,
} from "./outlook.ts";
import { NAMED, type Relation, type ToolRelations } from "./relate.ts";

/** Calls of tools not called yet, with values that the task itself names, in the order of the task. */
export function proposeFromTask(outlook: Outlook, tools: readonly ToolRelations[]): Proposal[] {
  // Rivals are told apart among all tools, also those that were called: a call made does not clear the way for a worse one.
  const proposals = withoutRivals(tools.flatMap((one) => proposalsFor(outlook, one)));
  return proposals.filter((one) => callsOf(outlook, one.tool) === 0).sort((one, other) => one.order - other.order);
}

/** What the task alone would have one tool called with. */
export function proposalsFor(outlook: Outlook, one: ToolRelations): Proposal[] {
  const proposals: Proposal[] = [];
  for (const relation of one.relations) {
    if (proposals.length >= MOST_CALLS_OF_ONE_TOOL) break;
    if (!isReservedForAnother(outlook, relation)) proposals.push(...proposalsOf(outlook, one, relation));
  }
  return proposals;
}

function proposalsOf(outlook: Outlook, one: ToolRelations, { clause, score }: Relation): Proposal[] {
  const isNear = score > 0 && score >= topScore(one) * 0.6;
  return fillCalls({ ...fillOptions(outlook, one, clause), pool: undefined, most: MOST_CALLS_OF_ONE_TOOL })
    .filter((filling) => score + filling.evidence >= (outlook.isLooking && !filling.isGuess ? ENOUGH_TO_LOOK : ENOUGH))
    .filter((filling) => isNear || standsIn(filling, clause))
    .map((filling) => ({ tool: one.tool, filling, score: score + filling.evidence, order: clause.start }));
}

/** "Use this tool to …" speaks of that tool alone. */
function isReservedForAnother(outlook: Outlook, { clause, score }: Relation): boolean {
  return (
    score < NAMED &&
    outlook.related.some((other) => other.relations.some((its) => its.clause === clause && its.score >= NAMED))
  );
}

/** The values stand in the clause itself: "Then do the same for Oslo". */
function standsIn(filling: Filling, clause: Clause): boolean {
  return (
    filling.evidence >= 1 &&
    filling.spans.length > 0 &&
    filling.spans.every((span) => span.start >= clause.start && span.start < clause.end)
  );
}

/** Of two tools that the very same words would fill, the one that the task speaks of much less is left out. */
function withoutRivals(proposals: readonly Proposal[]): Proposal[] {
  return proposals.filter(
    (one) =>
      !proposals.some(
        (other) => other.tool !== one.tool && other.score >= one.score * 1.7 && shareWords(one.filling, other.filling),
      ),
  );
}

function shareWords(one: Filling, other: Filling): boolean {
  return other.spans.some((span) => one.spans.some((mine) => mine.start < span.end && span.start < mine.end));
}
