import { neutralValue } from "../schema/neutral.ts";
import { asNode } from "../schema/view.ts";
import { fillCalls } from "./fill.ts";
import { fillOptions, needsNothing, topScore, type Outlook, type Proposal } from "./outlook.ts";
import type { ToolRelations } from "./relate.ts";

/** When nothing was asked of any tool: the likeliest one that can be filled. An agent that has tools was given them to be used. */
export function proposeLastResort(outlook: Outlook, tools: readonly ToolRelations[]): Proposal[] {
  if (outlook.calls.length > 0) return [];
  const proposals = tools.flatMap((one) => proposalFor(outlook, one)).filter((one) => one.score > 0);
  // The sort is stable: of equals the first tool is taken.
  return proposals.sort((one, other) => other.score - one.score).slice(0, 1);
}

function proposalFor(outlook: Outlook, one: ToolRelations): Proposal[] {
  const [filling] = fillCalls({ ...fillOptions(outlook, one), pool: outlook.pool, most: 1 });
  // A tool that needs nothing is no last resort on a single related word.
  if (filling === undefined || (needsNothing(one.tool) && (one.relations[0]?.words ?? 0) < 2)) return [];
  // Who takes a question in words can be asked anything.
  const score = topScore(one) + filling.evidence + (filling.isGuess ? 0 : 0.5);
  return [{ tool: one.tool, filling, score, order: 0 }];
}

/** A call although nothing speaks for one: of the likeliest tool, with values that fit its schema and say nothing if need be. */
export function insistOnCall(
  outlook: Outlook,
): { readonly tool: string; readonly input: Record<string, unknown> } | undefined {
  const ranked = [...outlook.related].sort(
    (one, other) =>
      Number(one.tool.changesThings) - Number(other.tool.changesThings) || topScore(other) - topScore(one),
  );
  for (const one of ranked) {
    const [filling] = fillCalls({ ...fillOptions(outlook, one), pool: outlook.pool, most: 1 });
    if (filling !== undefined) return { tool: one.tool.name, input: filling.input };
  }
  const [likeliest] = ranked;
  return likeliest && { tool: likeliest.tool.name, input: { ...asNode(neutralValue(likeliest.tool.schema)) } };
}
