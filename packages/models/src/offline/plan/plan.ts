import type { ModelToolSpec } from "../../model-types.ts";
import type { Brief } from "../brief.ts";
import { proposeChanges } from "./changes.ts";
import { proposeFromResults } from "./from-results.ts";
import { proposeFromTask } from "./from-task.ts";
import { insistOnCall, proposeLastResort } from "./last-resort.ts";
import { proposeProviders } from "./providers.ts";
import { callsOf, isSameCall, lookAt, MOST_CALLS_OF_ONE_TOOL, type Outlook, type Proposal } from "./outlook.ts";
import type { Pool } from "./pool.ts";

/** A call the planner wants made. */
export interface PlannedCall {
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

/** At most so many calls for one task. */
const MOST_CALLS = 12;

/**
 * The calls to make next, from the task, the tools' schemas and what came back so far; none when nothing new can be asked.
 * Every tool is asked once with what the task itself names, and once with what earlier results supply; what changes
 * things comes last.
 */
export function planCalls(brief: Brief, specs: readonly ModelToolSpec[], pool: Pool): PlannedCall[] {
  const budget = MOST_CALLS - brief.calls.length;
  if (budget <= 0) return [];
  const outlook = lookAt(brief, specs, pool);
  const readers = outlook.related.filter((one) => !one.tool.changesThings);
  const changers = outlook.related.filter((one) => one.tool.changesThings);
  const steps = [
    () => [...proposeFromTask(outlook, readers), ...proposeProviders(outlook, readers)],
    () => proposeFromResults(outlook, readers),
    () => proposeChanges(outlook, changers),
    () => proposeLastResort(outlook, readers),
  ];
  for (const step of steps) {
    const calls = withoutRepeats(outlook, step());
    if (calls.length > 0) return calls.slice(0, budget);
  }
  return [];
}

/** The call to make when the request insists on one and the planner wants none. */
export function forcedCall(brief: Brief, specs: readonly ModelToolSpec[], pool: Pool): PlannedCall | undefined {
  return insistOnCall(lookAt(brief, specs, pool));
}

/** No call twice, and not too many of one tool. */
function withoutRepeats(outlook: Outlook, proposals: readonly Proposal[]): PlannedCall[] {
  const calls: PlannedCall[] = [];
  for (const { tool, filling } of proposals) {
    const isKnown = [...outlook.calls, ...calls].some((call) => isSameCall(call, tool.name, filling.input));
    const made = callsOf(outlook, tool) + calls.filter((call) => call.tool === tool.name).length;
    if (!isKnown && made < MOST_CALLS_OF_ONE_TOOL) calls.push({ tool: tool.name, input: filling.input });
  }
  return calls;
}
