import { neutralValue } from "../schema/neutral.ts";
import { asNode } from "../schema/view.ts";
import { fillCalls } from "./fill.ts";
import { ENOUGH, fillOptions, needsNothing, topScore, type Outlook, type Proposal } from "./outlook.ts";
import type { ToolRelations } from "./relate.ts";

/** When nothing was asked of any tool: the likeliest one that can be filled. An agent that has tools was given them to be used. */
export function proposeLastResort(outlook: Outlook, tools: readonly ToolRelations[]): Proposal[] {
  if (outlook.calls.length > 0) return [];
  let best: Proposal | undefined;
  for (const one of tools) {
    const [filling] = fillCalls({ ...fillOptions(outlook, one), pool: outlook.pool, most: 1 });
    if (filling === undefined || (needsNothing(one.tool) && topScore(one) < ENOUGH)) continue;
    // Who takes a question in words can be asked anything.
    const score = topScore(one) + filling.evidence + (filling.isGuess ? 0 : 0.5);
    if (score > (best?.score ?? 0)) best = { tool: one.tool, filling, score, order: 0 };
  }
  return best === undefined ? [] : [best];
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
