import type { ToolCall } from "@boathook/models";
import { runTool, type ToolRunResult } from "@boathook/tools";

import type { AgentExecution } from "./agent-execution.ts";
import { runTogether } from "./run-together.ts";

/** A call and what came of it. */
export interface RanCall {
  readonly call: ToolCall;
  readonly result: ToolRunResult;
}

const MAX_PARALLEL = 8;

/**
 * Runs the calls of one answer, at most 8 at a time; results come in the order of the calls. Where one of the tools gives the final answer they
 * run one after another, and the rest is left out. One that throws cancels the others, which are awaited before it leaves.
 */
export async function runToolCalls(execution: AgentExecution, calls: readonly ToolCall[]): Promise<RanCall[]> {
  const [only] = calls;
  if (calls.length === 1 && only !== undefined) return [await runOne(execution, only)];
  if (calls.some((call) => execution.toolbox.find(call.name)?.resultAsAnswer === true))
    return runInTurn(execution, calls);
  return runTogether(calls, MAX_PARALLEL, (call) => runOne(execution, call));
}

async function runOne(execution: AgentExecution, call: ToolCall): Promise<RanCall> {
  const result = await runTool(call, execution.toolbox);
  await execution.tellStep({ kind: "tool", call, result });
  return { call, result };
}

async function runInTurn(execution: AgentExecution, calls: readonly ToolCall[]): Promise<RanCall[]> {
  const ran: RanCall[] = [];
  for (const call of calls) {
    const one = await runOne(execution, call);
    ran.push(one);
    if (one.result.isFinalAnswer) break;
  }
  return ran;
}
