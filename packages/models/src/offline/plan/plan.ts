import type { ModelToolSpec } from "../../model-types.ts";
import type { Brief, PastCall } from "../brief.ts";
import { neutralValue } from "../schema/neutral.ts";
import { asNode } from "../schema/view.ts";
import { termsOf, stem } from "../text/words.ts";
import { fillCalls, type Filling, type FillOptions } from "./fill.ts";
import type { Pool } from "./pool.ts";
import { knownColumns } from "./columns.ts";
import { readTask, type Reading } from "./reading.ts";
import { asksForChange, NAMED, relateTools, type ToolRelations } from "./relate.ts";
import { viewTool, type ToolView } from "./tool-view.ts";

/** A call the planner wants made. */
export interface PlannedCall {
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

/** At most so many calls of one tool, and of all tools, for one task. */
export const MOST_CALLS_OF_ONE_TOOL = 4;
export const MOST_CALLS = 12;

/**
 * The calls to make next, from the task, the tools' schemas and what came back so far; none when nothing new can be asked.
 * Every tool is asked once with what the task itself names, and once with what earlier results supply; what changes things comes last.
 */
export function planCalls(brief: Brief, specs: readonly ModelToolSpec[], pool: Pool): PlannedCall[] {
  const plan = preparePlan(brief, specs, pool);
  if (plan.budget <= 0) return [];
  const readers = plan.related.filter((one) => !one.tool.changesThings);
  const changers = plan.related.filter((one) => one.tool.changesThings);
  const steps = [
    () => fromTask(plan, readers),
    () => fromResults(plan, readers),
    () => changes(plan, changers),
    () => lastResort(plan, readers),
  ];
  for (const step of steps) {
    const calls = withoutRepeats(plan, step());
    if (calls.length > 0) return calls.slice(0, plan.budget);
  }
  return [];
}

/** A call although nothing speaks for one: of the likeliest tool, with values that fit and say nothing. For a request that insists on a call. */
export function forcedCall(brief: Brief, specs: readonly ModelToolSpec[], pool: Pool): PlannedCall | undefined {
  const plan = preparePlan(brief, specs, pool);
  const ranked = [...plan.related].sort(
    (one, other) => Number(one.tool.changesThings) - Number(other.tool.changesThings) || top(other) - top(one),
  );
  for (const one of ranked) {
    const [filling] = fillCalls({ ...optionsFor(plan, one), pool, most: 1 });
    if (filling !== undefined) return { tool: one.tool.name, input: filling.input };
  }
  const [likeliest] = ranked;
  return likeliest === undefined
    ? undefined
    : { tool: likeliest.tool.name, input: { ...asNode(neutralValue(likeliest.tool.schema)) } };
}

interface Plan {
  readonly reading: Reading;
  readonly related: readonly ToolRelations[];
  readonly pool: Pool;
  readonly calls: readonly PastCall[];
  readonly business: ReadonlySet<string>;
  readonly budget: number;
}

interface Proposal {
  readonly tool: ToolView;
  readonly filling: Filling;
  readonly score: number;
  readonly order: number;
}

function preparePlan(brief: Brief, specs: readonly ModelToolSpec[], pool: Pool): Plan {
  const reading = readTask(brief.task);
  const tools = specs.map(viewTool);
  const business = new Set<string>();
  for (const tool of tools) for (const one of tool.vocabulary) business.add(one);
  return {
    reading,
    related: relateTools(tools, reading).filter((one) => !one.isForbidden),
    pool,
    calls: brief.calls,
    business,
    budget: MOST_CALLS - brief.calls.length,
  };
}

/** Reading alone, a tool is called when its words and the values found speak for it with this much. */
const ENOUGH = 2;
/** Where the task asks to look around, or results supply the values, less will do. */
const ENOUGH_TO_LOOK = 0.6;
const LOOKING = new Set(
  "analyse analyze survey explore investigate examine inspect audit review study research report summarise summarize summary overview understand describe assess map profile"
    .split(" ")
    .map(stem),
);

function fromTask(plan: Plan, tools: readonly ToolRelations[]): Proposal[] {
  // Rivals are told apart among all tools, also those that were called: a call made does not clear the way for a worse one.
  const proposals = withoutRivals(tools.flatMap((one) => taskProposals(plan, one)));
  return proposals.filter((one) => callsOf(plan, one.tool) === 0).sort((one, other) => one.order - other.order);
}

function taskProposals(plan: Plan, one: ToolRelations): Proposal[] {
  const best = top(one);
  const proposals: Proposal[] = [];
  for (const { clause, score } of one.relations) {
    // "Use this tool to …" speaks of that tool alone.
    if (
      score < NAMED &&
      plan.related.some((other) => other.relations.some((its) => its.clause === clause && its.score >= NAMED))
    )
      continue;
    for (const filling of fillCalls({
      ...optionsFor(plan, one, clause),
      pool: undefined,
      most: MOST_CALLS_OF_ONE_TOOL,
    })) {
      const looks = !filling.isGuess && isLooking(plan.reading) ? ENOUGH_TO_LOOK : ENOUGH;
      const isNear = score >= best * 0.6 && score > 0;
      if (score + filling.evidence >= looks && (isNear || ownEvidence(filling, clause)))
        proposals.push({ tool: one.tool, filling, score: score + filling.evidence, order: clause.start });
    }
    if (proposals.length >= MOST_CALLS_OF_ONE_TOOL) break;
  }
  return proposals;
}

/** The values stand in the clause itself: "Then do the same for Oslo". */
function ownEvidence(filling: Filling, clause: { start: number; end: number }): boolean {
  return (
    filling.evidence >= 1 &&
    filling.spans.length > 0 &&
    filling.spans.every((span) => span.start >= clause.start && span.start < clause.end)
  );
}

/** Of two tools that the very same words would fill, the one that the task speaks of much less is left out. */
function withoutRivals(proposals: readonly Proposal[]): Proposal[] {
  return proposals.filter((one) => {
    const own = one.filling.spans;
    if (own.length === 0) return true;
    return !proposals.some(
      (other) =>
        other.tool !== one.tool &&
        other.score >= one.score * 1.7 &&
        other.filling.spans.some((span) => own.some((mine) => mine.start < span.end && span.start < mine.end)),
    );
  });
}

/** Calls whose values come from results: of tools not asked yet, and once more of those that the task wants applied to many. */
function fromResults(plan: Plan, tools: readonly ToolRelations[]): Proposal[] {
  if (plan.pool.isEmpty) return [];
  const proposals: Proposal[] = [];
  for (const one of tools) {
    const made = callsOf(plan, one.tool);
    const clause = one.relations[0]?.clause ?? plan.reading.whole;
    const again = made > 0 && made < MOST_CALLS_OF_ONE_TOOL && wantsMany(clause.text) && onlyFromTask(plan, one);
    // Anything can be done to a text: only where the task speaks of it is it wanted.
    const takesText = one.tool.params.some((param) => param.required && param.kind === "text");
    if (takesText ? top(one) < ENOUGH : top(one) < ENOUGH_TO_LOOK && !isLooking(plan.reading)) continue;
    if (made > 0 && !again) continue;
    const most = Math.min(wantedCount(clause.text) ?? MOST_CALLS_OF_ONE_TOOL, MOST_CALLS_OF_ONE_TOOL) - made;
    for (const filling of fillCalls({
      ...optionsFor(plan, one, clause),
      pool: plan.pool,
      poolOnly: again,
      most: MOST_CALLS_OF_ONE_TOOL * 3,
    })) {
      const isNew = !plan.calls.some((call) => isSame(call, one.tool.name, filling.input));
      const many = proposals.filter((other) => other.tool === one.tool).length;
      if (isNew && many < most && filling.isSupplied && !filling.isGuess)
        proposals.push({ tool: one.tool, filling, score: top(one), order: proposals.length });
    }
  }
  return proposals;
}

function needsNothing(tool: ToolView): boolean {
  return !tool.params.some((param) => param.required);
}

/** What changes things: only where the task asks for it, after everything else was read; at most one call each when results supply the values. */
function changes(plan: Plan, tools: readonly ToolRelations[]): Proposal[] {
  return tools
    .filter((one) => callsOf(plan, one.tool) === 0)
    .flatMap((one) => {
      for (const { clause } of one.relations) {
        const supplied = fillCalls({ ...optionsFor(plan, one, clause), pool: plan.pool, most: MOST_CALLS_OF_ONE_TOOL });
        const fromText = supplied.filter((filling) => filling.evidence > 0 || filling.spans.length > 0);
        const fillings = fromText.length > 0 ? fromText : supplied.length === 1 ? supplied : [];
        const asked =
          one.isNamed ||
          asksForChange(
            one.tool,
            clause,
            fillings.some((filling) => filling.evidence > 0),
          );
        if (asked && fillings.length > 0)
          return fillings.map((filling) => ({ tool: one.tool, filling, score: ENOUGH, order: clause.start }));
      }
      return [];
    });
}

/** Nothing was asked of any tool: then the likeliest one that can be filled. An agent that has tools was given them to be used. */
function lastResort(plan: Plan, tools: readonly ToolRelations[]): Proposal[] {
  if (plan.calls.length > 0) return [];
  const proposals = tools.flatMap((one): Proposal[] => {
    const [filling] = fillCalls({ ...optionsFor(plan, one), pool: plan.pool, most: 1 });
    if (filling === undefined || (needsNothing(one.tool) && top(one) < ENOUGH)) return [];
    // Who takes a question in words can be asked anything.
    return [{ tool: one.tool, filling, score: top(one) + filling.evidence + (filling.isGuess ? 0 : 0.5), order: 0 }];
  });
  const best = Math.max(0, ...proposals.map((one) => one.score));
  return proposals.filter((one) => one.score === best && best > 0).slice(0, 1);
}

function withoutRepeats(plan: Plan, proposals: readonly Proposal[]): PlannedCall[] {
  const calls: PlannedCall[] = [];
  for (const { tool, filling } of proposals) {
    const isKnown =
      plan.calls.some((call) => isSame(call, tool.name, filling.input)) ||
      calls.some((call) => isSame(call, tool.name, filling.input));
    const many = calls.filter((call) => call.tool === tool.name).length + callsOf(plan, tool);
    if (!isKnown && many < MOST_CALLS_OF_ONE_TOOL) calls.push({ tool: tool.name, input: filling.input });
  }
  return calls;
}

function isSame(call: PastCall | PlannedCall, tool: string, input: Record<string, unknown>): boolean {
  return call.tool === tool && canonical(call.input) === canonical(input);
}

function canonical(input: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.entries(input).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function callsOf(plan: Plan, tool: ToolView): number {
  return plan.calls.filter((call) => call.tool === tool.name).length;
}

/** The calls made so far are those the task itself named, so the round from results is still to come. */
function onlyFromTask(plan: Plan, one: ToolRelations): boolean {
  const named = taskProposals(plan, one).map((proposal) => canonical(proposal.filling.input));
  return plan.calls
    .filter((call) => call.tool === one.tool.name)
    .every((call) => named.includes(canonical(call.input)));
}

function wantsMany(text: string): boolean {
  return /\b(?:each|every|all|most|key|main|important|relevant|largest|biggest|several|few|some|those|them|these|files|pages|items|others?)\b/i.test(
    text,
  );
}

/** "the three largest files" wants three. */
function wantedCount(text: string): number | undefined {
  const match =
    /\b(?:the|up to|at most)\s+(one|two|three|four|[1-4])\s+(?:most|largest|biggest|main|key|important|relevant|first|top|best|latest|files|pages|documents)/i.exec(
      text,
    )?.[1];
  if (match === undefined) return undefined;
  const word = ["one", "two", "three", "four"].indexOf(match.toLowerCase());
  return word >= 0 ? word + 1 : Number(match);
}

function isLooking(reading: Reading): boolean {
  return reading.clauses.some((clause) => termsOf(clause.text).some((term) => LOOKING.has(term)));
}

function top(one: ToolRelations): number {
  return one.relations[0]?.score ?? 0;
}

function optionsFor(
  plan: Plan,
  one: ToolRelations,
  clause = one.relations[0]?.clause ?? plan.reading.whole,
): Omit<FillOptions, "pool" | "most"> {
  return {
    tool: one.tool,
    reading: plan.reading,
    clause,
    business: plan.business,
    columns: knownColumns(one.tool, plan.pool.columns),
  };
}
