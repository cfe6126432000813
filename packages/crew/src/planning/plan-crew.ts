import { log } from "@boathook/kernel";
import { z } from "zod";

import { Agent } from "../agent/agent.ts";
import type { PlannedTask } from "../crew/plan-tasks.ts";
import type { Assignee } from "../process/staffing.ts";
import type { CrewRef, TaskRef } from "../ref-types.ts";
import { runTask } from "../task/run-task.ts";
import { Task } from "../task/task.ts";

/** A task of the run as the planner is shown it. */
export interface TaskToPlan {
  readonly planned: PlannedTask;
  /** With its texts filled in. */
  readonly task: TaskRef;
  readonly assignee: Assignee;
}

const plansSchema = z.object({
  plans: z.array(
    z.object({
      number: z.int().describe("the task's number"),
      plan: z.string().describe("how it is best done, step by step, with the tools at hand"),
    }),
  ),
});

/**
 * Lets a planner write a plan for every task, and gives the plans by the tasks' keys. The planner's work is a task like any other, seen by events
 * and hooks, whose model calls have the purpose "planning". Without a readable plan it fails; a task that the plan leaves out has none, with a
 * warning.
 */
export async function planCrew(crew: CrewRef, tasks: readonly TaskToPlan[]): Promise<ReadonlyMap<string, string>> {
  const planner = plannerOf(crew, tasks);
  const task = new Task({
    name: "plan",
    description: `Plan these tasks, which are done one after another. Write for each a plan that its agent can follow.\n${JSON.stringify(tasks.map(describe), undefined, 2)}`,
    expectedOutput: "A plan for every task, by its number",
    agent: planner,
    outputSchema: plansSchema,
  });
  const output = await runTask({
    task,
    agent: planner,
    crew,
    context: "",
    store: () => undefined,
    isDelegated: true,
    purpose: "planning",
  });
  const { plans } = output.parsed as z.infer<typeof plansSchema>; // the task fails where its answer does not fit
  return byKey(plans, tasks);
}

function plannerOf({ options, manager }: CrewRef, tasks: readonly TaskToPlan[]): Agent {
  const { llm } = (manager ?? tasks[0]?.assignee.agent)?.options ?? {};
  return new Agent({
    role: "Task Execution Planner",
    goal: "Write plans with which each agent does its task well with the tools it has",
    backstory: "You have planned the work of many crews. You see what each task needs from the ones before it.",
    llm: options.planningLlm ?? llm,
  });
}

function describe({ task, assignee: { agent } }: TaskToPlan, index: number): object {
  const tools = task.options.tools ?? agent.tools;
  return {
    number: index + 1,
    task: task.description,
    expectedOutput: task.expectedOutput,
    agent: { role: agent.role, goal: agent.goal },
    tools: tools.map(({ name, description }) => ({ name, description })),
  };
}

function byKey(plans: z.infer<typeof plansSchema>["plans"], tasks: readonly TaskToPlan[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { number, plan } of plans) {
    const key = tasks[number - 1]?.planned.key;
    if (key === undefined) log("warn", { number }, "the planner planned a task that is not there");
    else if (found.has(key)) log("warn", { task: key }, "the planner planned a task twice; its first plan counts");
    else found.set(key, plan);
  }
  for (const { planned } of tasks)
    if (!found.has(planned.key)) log("warn", { task: planned.key }, "the planner left a task out; it has no plan");
  return found;
}
