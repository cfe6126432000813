import { faultsOf, joinPath, suggestName, type Fault } from "@boathook/kernel";
import { z } from "zod";

import { TaskGraphError } from "../errors.ts";
import type { GraphTaskOptions } from "./options.ts";
import type { GraphLimits } from "./read-graph.ts";
import type { Worker } from "./worker.ts";

/** Who may do the tasks of a plan, and how big it may be. */
export interface PlanWorkers {
  readonly workers: Readonly<Record<string, Worker>>;
  readonly limits?: GraphLimits;
}

/** What a plan may be at most where nothing else is said. */
export const PLAN_LIMITS: GraphLimits = { maxTasks: 100, maxDepth: 10, maxRetries: 10 };

const plannedTask = z.strictObject({
  id: z.string().min(1).max(200),
  subject: z.string().min(1).max(500),
  description: z.string().max(20_000).optional(),
  worker: z.string().min(1),
  dependencies: z.array(z.string().min(1)).max(1_000).optional(),
  priority: z.number().min(0).max(10).optional(),
  timeoutMs: z.number().positive().optional(),
  maxRetries: z.int().min(0).optional(),
  acceptanceCriteria: z.array(z.string().min(1)).max(50).optional(),
});

/** What a planning agent is asked for: give it as `outputSchema`. */
export const taskPlanSchema = z.strictObject({ tasks: z.array(plannedTask).min(1) });

/** A plan as an agent gives it. */
export type TaskPlan = z.infer<typeof taskPlanSchema>;

/** The tasks of a plan; everything wrong with it is one error. */
export function planFromValue(plan: unknown, { workers, limits }: Required<PlanWorkers>): GraphTaskOptions[] {
  const count = (plan as { tasks?: { length?: unknown } } | null | undefined)?.tasks?.length;
  if (typeof count === "number" && count > limits.maxTasks) {
    const message = `${count} tasks, where at most ${limits.maxTasks} are allowed`;
    throw new TaskGraphError([{ path: "tasks", message }], "task plan");
  }
  const parsed = taskPlanSchema.safeParse(plan);
  if (!parsed.success) throw new TaskGraphError(faultsOf(parsed.error, taskPlanSchema), "task plan");
  const faults: Fault[] = [];
  const tasks = parsed.data.tasks.map(({ worker, ...task }, index) => {
    const run = Object.hasOwn(workers, worker) ? workers[worker] : undefined;
    if (run === undefined) faults.push(unknownWorker(joinPath("tasks", index, "worker"), worker, workers));
    return { ...task, run: run ?? noWorker };
  });
  if (faults.length > 0) throw new TaskGraphError(faults, "task plan");
  return tasks;
}

function unknownWorker(path: string, name: string, workers: PlanWorkers["workers"]): Fault {
  const suggestion = suggestName(name, Object.keys(workers));
  const message = `there is no worker "${name}"`;
  return { path, message, ...(suggestion !== undefined && { suggestion }) };
}

/** Stands where the fault is, until that is thrown. */
function noWorker(): never {
  throw new TaskGraphError([{ path: "worker", message: "there is none" }], "task plan");
}
