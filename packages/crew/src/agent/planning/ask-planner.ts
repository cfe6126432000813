import { llm, type Llm } from "@boathook/models";
import type { Schema } from "@boathook/tools";

import { askForObject, type ObjectAnswer } from "../../output/ask-for-object.ts";
import type { AgentExecution } from "../agent-execution.ts";
import { transcriptOf } from "../context/transcript.ts";
import type { StepResult } from "./plan.ts";
import type { PlanningManner } from "./planning-options.ts";

/** The work of an agent that plans. */
export interface PlannedWork {
  readonly execution: AgentExecution;
  readonly manner: PlanningManner;
  readonly planner: Llm;
  /** What came of the steps so far, in the order in which they ended. */
  readonly results: StepResult[];
}

/** The work as it begins. */
export function plannedWork(execution: AgentExecution, manner: PlanningManner): PlannedWork {
  return { execution, manner, planner: manner.llm === undefined ? execution.llm : llm(manner.llm), results: [] };
}

/** Asks the planning model about the work: the request, the tools and the results so far come with every question. */
export function askPlanner<T>(
  { execution, planner, results }: PlannedWork,
  instructions: string,
  schema: Schema<T>,
): Promise<ObjectAnswer<T>> {
  const { agent, task, crew } = execution;
  const user = JSON.stringify({
    request: requestOf(execution),
    tools: execution.toolbox.toolsForModel().map(({ name, description }) => ({ name, description })),
    results: results.map(({ step, ok, text }) => ({
      step: step.id,
      task: step.task,
      ok,
      [ok ? "result" : "error"]: text,
    })),
  });
  const question = { llm: planner, purpose: "planning" as const, system: instructions, user, schema };
  return askForObject({ ...question, agent, task, crew, executor: execution, isNative: false });
}

/** What is asked of the agent, as one text. */
function requestOf({ messages }: AgentExecution): string {
  return transcriptOf(messages.filter((message) => message.role !== "system"));
}
