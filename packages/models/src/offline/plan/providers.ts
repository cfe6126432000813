import { fillCalls } from "./fill.ts";
import type { Filling } from "./filling.ts";
import { asksForChange, type ToolRelations } from "./relate.ts";
import {
  callsOf,
  ENOUGH,
  fillOptions,
  MOST_CALLS_OF_ONE_TOOL,
  topScore,
  type Outlook,
  type Proposal,
} from "./outlook.ts";
import type { ToolView } from "./tool-view.ts";

/** Calls of tools that the task does not speak of itself, but that can supply what a tool it does speak of still lacks: the employee's id before the employee's balance. */
export function proposeProviders(outlook: Outlook, readers: readonly ToolRelations[]): Proposal[] {
  const lacking = outlook.related.filter((one) => isWanted(outlook, one) && fillingsOf(outlook, one).length === 0);
  if (lacking.length === 0) return [];
  return readers
    .filter(
      (one) =>
        callsOf(outlook, one.tool) === 0 &&
        lacking.some((other) => other.tool !== one.tool && supplies(outlook, one.tool, other.tool)),
    )
    .flatMap((one) =>
      fillingsOf(outlook, one)
        .filter((filling) => !filling.isGuess && filling.spans.length > 0)
        .map((filling) => ({ tool: one.tool, filling, score: topScore(one), order: 0 })),
    );
}

function isWanted(outlook: Outlook, one: ToolRelations): boolean {
  if (callsOf(outlook, one.tool) > 0) return false;
  if (!one.tool.changesThings) return topScore(one) >= ENOUGH;
  return one.relations.some(({ clause }) => asksForChange(one.tool, clause, false));
}

function fillingsOf(outlook: Outlook, one: ToolRelations): Filling[] {
  return fillCalls({ ...fillOptions(outlook, one), pool: outlook.pool, most: MOST_CALLS_OF_ONE_TOOL });
}

/** What one tool lacks is named by the other's words, or both are described with a word that no third tool has. */
function supplies(outlook: Outlook, provider: ToolView, target: ToolView): boolean {
  const nouns = target.params.filter((param) => param.required).flatMap((param) => param.nameStems);
  if (nouns.some((noun) => noun.length > 3 && provider.vocabulary.has(noun))) return true;
  return [...target.descriptionStems].some(
    (word) =>
      provider.descriptionStems.has(word) &&
      outlook.related.filter((one) => one.tool.vocabulary.has(word)).length === 2,
  );
}
