import type { ModelToolSpec } from "../../model-types.ts";
import type { Brief, PastCall } from "../brief.ts";
import { stem, termsOf } from "../text/words.ts";
import { knownColumns } from "./columns.ts";
import type { Candidate } from "./ask.ts";
import { offersFor } from "./offers.ts";
import type { Filling, FillOptions } from "./filling.ts";
import type { Pool } from "./pool.ts";
import { readTask, type Reading } from "./reading.ts";
import { relateTools, type ToolRelations } from "./relate.ts";
import { viewTool, type Param, type ToolView } from "./tool-view.ts";

/** All that the steps of the planner look at. */
export interface Outlook {
  readonly reading: Reading;
  /** The tools the task does not forbid, each with the clauses that speak of it. */
  readonly related: readonly ToolRelations[];
  readonly pool: Pool;
  readonly calls: readonly PastCall[];
  /** Stems by which any of the tools' business is spoken of. */
  readonly business: ReadonlySet<string>;
  /** The columns that a tool's descriptions and the results know. */
  readonly columns: (tool: ToolView) => readonly string[];
  /** What the whole task offers for an argument. */
  readonly anywhere: (tool: ToolView, param: Param) => readonly Candidate[];
  /** The task asks to look around rather than for one thing. */
  readonly isLooking: boolean;
}

/** A call that a step of the planner proposes; `order` is where in the task it is asked for. */
export interface Proposal {
  readonly tool: ToolView;
  readonly filling: Filling;
  readonly score: number;
  readonly order: number;
}

/** At most so many calls of one tool for one task. */
export const MOST_CALLS_OF_ONE_TOOL = 4;
/** A tool is called when its words and the values found speak for it with this much. */
export const ENOUGH = 2;
/** Where the task asks to look around, or results supply the values, less will do. */
export const ENOUGH_TO_LOOK = 0.6;

/** Reads the task and relates the tools to it. */
export function lookAt(brief: Brief, specs: readonly ModelToolSpec[], pool: Pool): Outlook {
  const reading = readTask(brief.task);
  const tools = specs.map(viewTool);
  const business = new Set<string>();
  for (const tool of tools) for (const one of tool.vocabulary) business.add(one);
  const columns = remember((tool: ToolView) => knownColumns(tool, pool.columns));
  return {
    reading,
    related: relateTools(tools, reading).filter((one) => !one.isForbidden),
    pool,
    calls: brief.calls,
    business,
    columns,
    anywhere: remember((tool, param) =>
      offersFor({
        param,
        tool,
        clause: reading.whole,
        mentions: reading.mentionsOf(reading.whole),
        business,
        columns: columns(tool),
        files: pool.files,
      }),
    ),
    isLooking: reading.clauses.some((clause) => termsOf(clause.text).some((term) => LOOKING.has(term))),
  };
}

/** How much the clause that speaks most of a tool speaks of it. */
export function topScore(one: ToolRelations): number {
  return one.relations[0]?.score ?? 0;
}

/** How often a tool was called. */
export function callsOf(outlook: Outlook, tool: ToolView): number {
  return outlook.calls.filter((call) => call.tool === tool.name).length;
}

/** Whether a call is of this tool with these values, whatever their order. */
export function isSameCall(call: Pick<PastCall, "tool" | "input">, tool: string, input: PastCall["input"]): boolean {
  return call.tool === tool && canonical(call.input) === canonical(input);
}

/** Whether a tool can be called with nothing. */
export function needsNothing(tool: ToolView): boolean {
  return !tool.params.some((param) => param.required);
}

/** Where the arguments of a tool are looked for: in this clause, else the one that speaks most of it. */
export function fillOptions(
  outlook: Outlook,
  one: ToolRelations,
  clause = one.relations[0]?.clause ?? outlook.reading.whole,
): Omit<FillOptions, "pool" | "most"> {
  const { tool } = one;
  const { reading, business, pool } = outlook;
  const anywhere = (param: Param): readonly Candidate[] => outlook.anywhere(tool, param);
  return { tool, reading, clause, business, columns: outlook.columns(tool), files: pool.files, anywhere };
}

const LOOKING = new Set(
  "analyse analyze survey explore investigate examine inspect audit review study research report summarise summarize summary overview understand describe assess map profile"
    .split(" ")
    .map(stem),
);

/** The same function, working each answer out once; the last argument tells the questions apart. */
function remember<A extends readonly object[], R>(find: (...args: A) => R): (...args: A) => R {
  const found = new Map<object | undefined, R>();
  return (...args) => {
    const key = args.at(-1);
    let answer = found.get(key);
    if (answer === undefined) {
      answer = find(...args);
      found.set(key, answer);
    }
    return answer;
  };
}

function canonical(input: PastCall["input"]): string {
  return JSON.stringify(Object.entries(input).sort(([one], [other]) => (one < other ? -1 : 1)));
}
