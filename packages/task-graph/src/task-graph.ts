import type { HookDefinition } from "@boathook/hooks";

import { readRunOptions, type GraphRunOptions, type GraphSettings, type TaskGraphOptions } from "./graph/options.ts";
import { PLAN_LIMITS, planFromValue, type PlanWorkers } from "./graph/plan-from-value.ts";
import { readGraph, type GraphLimits, type GraphPlan } from "./graph/read-graph.ts";
import { taskHookDefinitions } from "./hooks/task-hooks.ts";
import { mermaidOf } from "./plot/mermaid.ts";
import { RunningGraph, type GraphResult } from "./run/running-graph.ts";

/**
 * Tasks that wait for one another, run as much in parallel as `concurrency` and their `access` allow: a task starts the moment its
 * dependencies are done. It holds no state of a run: any number may be under way.
 */
export class TaskGraph {
  readonly name: string;
  /** Ids, in the order in which they were given. */
  readonly tasks: readonly string[];
  readonly #plan: GraphPlan;
  readonly #settings: GraphSettings;
  readonly #hooks: readonly HookDefinition[];

  /** Throws `TaskGraphError` with everything that is wrong: ids, dependencies, circles. */
  constructor(options: TaskGraphOptions, limits?: GraphLimits) {
    const { settings, plan } = readGraph(options, limits);
    this.#plan = plan;
    this.#settings = settings;
    this.#hooks = taskHookDefinitions(settings.hooks, "hooks");
    this.name = settings.name;
    this.tasks = plan.tasks.map((task) => task.id);
  }

  /**
   * A graph from what an agent planned, or a file said: `{ tasks: [{ id, subject, worker, … }] }`, validated, never trusted. `worker` is a name
   * in `workers`. At most 100 tasks, 10 one after another, 10 retries, unless `limits` says otherwise.
   */
  static fromPlan(plan: unknown, options: Omit<TaskGraphOptions, "tasks"> & PlanWorkers): TaskGraph {
    const { workers, limits = PLAN_LIMITS, ...rest } = options;
    return new TaskGraph({ ...rest, tasks: planFromValue(plan, { workers, limits }) }, limits);
  }

  /** Runs every task. Resolves when all are settled, also when some failed or the run was cancelled; rejects when its store fails. */
  run(options: GraphRunOptions = {}): Promise<GraphResult> {
    return this.start(options).result;
  }

  /** Begins a run that can be paused, resumed, cancelled and looked at. */
  start(options: GraphRunOptions = {}): RunningGraph {
    const parts = { plan: this.#plan, settings: this.#settings, hooks: this.#hooks };
    return new RunningGraph(parts, readRunOptions(options));
  }

  /** The graph as a Mermaid flowchart, dependencies above their dependants; with a result, each task in the colour of its status. */
  plot(result?: GraphResult): { readonly mermaid: string } {
    return { mermaid: mermaidOf(this.#plan, result) };
  }
}
