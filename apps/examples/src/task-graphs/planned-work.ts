import { TaskGraph, taskPlanSchema, type GraphResult } from "@boathook/task-graph";
import { Agent, type ModelSource } from "boathook";

/** An agent plans; what it planned is read like anything else from outside, and done by workers that it can only name. */
export async function plannedWork(goal: string, llm: ModelSource): Promise<GraphResult> {
  const planner = new Agent({ role: "Planner", goal: "Split work into steps", backstory: "You plan.", llm });
  const writer = new Agent({ role: "Writer", goal: "Write short texts", backstory: "You write.", llm });
  const { parsed } = await planner.kickoff(`Plan this: ${goal}. The workers are: writer, counter.`, {
    outputSchema: taskPlanSchema,
  });
  const graph = TaskGraph.fromPlan(parsed, {
    name: "planned-work",
    workers: { writer, counter: ({ inputs }) => JSON.stringify(inputs).length },
    concurrency: 2,
  });
  return graph.run({ inputs: { goal } });
}
