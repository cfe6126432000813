import { Agent, type ModelSource, type Tool } from "boathook";

/** It plans first; steps that do not need one another are done at the same time. */
export function planner(llm: ModelSource, tools: readonly Tool[]): Agent {
  return new Agent({
    role: "Organiser",
    goal: "Get the whole thing done",
    backstory: "You plan before you act.",
    llm,
    tools,
    planning: { effort: "medium", maxSteps: 6, maxReplans: 2, stepTimeoutMs: 60_000 },
  });
}
