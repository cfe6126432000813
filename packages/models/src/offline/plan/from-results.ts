import type { PastCall } from "../brief.ts";
import { fillCalls } from "./fill.ts";
import { proposalsFor } from "./from-task.ts";
import {
  callsOf,
  ENOUGH,
  ENOUGH_TO_LOOK,
  fillOptions,
  isSameCall,
  MOST_CALLS_OF_ONE_TOOL,
  topScore,
  type Outlook,
  type Proposal,
} from "./outlook.ts";
import type { ToolRelations } from "./relate.ts";
import { wantedCount, wantsMany } from "./wants.ts";

/** Calls whose values come from results: of tools not called yet, and once more of those that the task wants applied to many. */
export function proposeFromResults(outlook: Outlook, tools: readonly ToolRelations[]): Proposal[] {
  if (outlook.pool.isEmpty) return [];
  return tools.filter((one) => isSpokenOf(outlook, one)).flatMap((one) => suppliedFor(outlook, one));
}

function suppliedFor(outlook: Outlook, one: ToolRelations): Proposal[] {
  const made = callsOf(outlook, one.tool);
  const clause = one.relations[0]?.clause ?? outlook.reading.whole;
  const isAgain = made > 0;
  if (isAgain && !(wantsMany(clause.text) && onlyFromTask(outlook, one))) return [];
  const most = Math.min(wantedCount(clause.text) ?? MOST_CALLS_OF_ONE_TOOL, MOST_CALLS_OF_ONE_TOOL) - made;
  // More than wanted, because some of them were made before.
  return fillCalls({
    ...fillOptions(outlook, one, clause),
    pool: outlook.pool,
    poolOnly: isAgain,
    most: MOST_CALLS_OF_ONE_TOOL * 3,
  })
    .filter((filling) => filling.isSupplied && !filling.isGuess)
    .filter((filling) => !outlook.calls.some((call) => isSameCall(call, one.tool.name, filling.input)))
    .slice(0, Math.max(0, most))
    .map((filling, order) => ({ tool: one.tool, filling, score: topScore(one), order }));
}

/** Anything can be done to a text: what takes one is wanted only where the task speaks of it; else looking around will do. */
function isSpokenOf(outlook: Outlook, one: ToolRelations): boolean {
  const takesText = one.tool.params.some((param) => param.required && param.kind === "text");
  if (takesText) return topScore(one) >= ENOUGH;
  return outlook.isLooking || topScore(one) >= ENOUGH_TO_LOOK;
}

/** The calls made so far are of what the task itself names, so the round from results is still to come. */
function onlyFromTask(outlook: Outlook, one: ToolRelations): boolean {
  const named = proposalsFor(outlook, one);
  const made = outlook.calls.filter((call) => call.tool === one.tool.name);
  const isNamed = (call: PastCall): boolean =>
    named.some((proposal) => isSameCall(call, one.tool.name, proposal.filling.input));
  const isWritten = (call: PastCall): boolean =>
    Object.values(call.input).every((value) => outlook.reading.whole.text.includes(String(value)));
  return made.every((call) => isNamed(call) || isWritten(call));
}
