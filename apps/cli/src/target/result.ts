import { FlowPaused } from "@boathook/flow";

import type { Answer } from "../command.ts";

/** What a run of a crew or flow came to, for people and programs. */
export function answerOfRun(kind: "crew" | "flow", result: unknown): Answer {
  if (FlowPaused.is(result)) {
    const { id, request } = result;
    return {
      data: { kind, status: "paused", id, message: request.message },
      lines: [
        `The run waits for a person: ${request.message}`,
        `boathook checkpoint:resume <file> ${id} --feedback "…"`,
      ],
    };
  }
  if (kind === "flow") return { data: { kind, status: "finished", output: result ?? null }, lines: linesOf(result) };
  const { raw, parsed, usage, tasksOutput, executionId } = result as CrewResult; // what a crew's kickoff gives
  const tasks = tasksOutput.map(({ name, agentRole, raw: text }) => ({ name, agent: agentRole, raw: text }));
  return {
    data: { kind, status: "finished", executionId, output: { raw, parsed: parsed ?? null, tasks, usage } },
    lines: [raw],
  };
}

interface CrewResult {
  readonly raw: string;
  readonly parsed: unknown;
  readonly usage: unknown;
  readonly executionId: string;
  readonly tasksOutput: readonly { readonly name: string; readonly agentRole: string; readonly raw: string }[];
}

function linesOf(result: unknown): readonly string[] {
  if (result === undefined) return [];
  return [typeof result === "string" ? result : JSON.stringify(result, undefined, 2)];
}
