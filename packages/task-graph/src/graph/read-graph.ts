import { faultsOf, joinPath, readOptions, suggestName, type Fault } from "@boathook/kernel";

import { TaskGraphError } from "../errors.ts";
import { findCycles } from "./find-cycles.ts";
import { graphSchema, taskSchema, type GraphSettings, type GraphTaskOptions } from "./options.ts";

/** What a graph that comes from outside may be at most. */
export interface GraphLimits {
  readonly maxTasks: number;
  /** Tasks on the longest path. */
  readonly maxDepth: number;
  readonly maxRetries: number;
}

/** A task with what it needs to be scheduled. */
export interface PlannedTask {
  readonly index: number;
  readonly id: string;
  readonly options: GraphTaskOptions;
  readonly dependencies: readonly number[];
  readonly dependants: readonly number[];
}

/** A graph that can run. */
export interface GraphPlan {
  readonly tasks: readonly PlannedTask[];
  readonly indexOf: ReadonlyMap<string, number>;
}

/** Reads what a graph is made of; everything wrong with it is one error. */
export function readGraph(given: unknown, limits?: GraphLimits): { settings: GraphSettings; plan: GraphPlan } {
  const { tasks: givenTasks, ...settings } = readOptions(graphSchema, given, { subject: "task graph" });
  const faults: Fault[] = [];
  const tasks = givenTasks.map((task, index) => readTask(task, index, faults));
  if (tasks.length === 0) faults.push({ path: "tasks", message: "a graph has at least one task" });
  const read = tasks.filter((task) => task !== undefined);
  const { edges, indexOf } = connect(read, faults);
  if (read.length === tasks.length) faults.push(...circles(read, edges));
  if (limits !== undefined) faults.push(...overLimits(read, edges, limits));
  if (faults.length > 0) throw new TaskGraphError(faults, `task graph "${settings.name}"`);
  return { settings, plan: { tasks: planned(read, edges), indexOf } };
}

function readTask(given: unknown, index: number, faults: Fault[]): GraphTaskOptions | undefined {
  const parsed = taskSchema.safeParse(given);
  if (parsed.success) return parsed.data as GraphTaskOptions; // its functions and schemas are checked where they are used
  faults.push(...faultsOf(parsed.error, taskSchema, pathOf(given, index)));
  return undefined;
}

/** `tasks.3`, or `tasks.publish` where it has a name. */
function pathOf(given: unknown, index: number): string {
  const id = (given as { id?: unknown } | null | undefined)?.id;
  return joinPath("tasks", typeof id === "string" && id !== "" ? id : index);
}

interface Connected {
  readonly edges: number[][];
  readonly indexOf: ReadonlyMap<string, number>;
}

function connect(tasks: readonly GraphTaskOptions[], faults: Fault[]): Connected {
  const indexOf = new Map<string, number>();
  for (const [index, { id }] of tasks.entries()) {
    if (indexOf.has(id)) faults.push({ path: `tasks.${id}`, message: "two tasks have this id" });
    else indexOf.set(id, index);
  }
  const edges = tasks.map((task) => dependenciesOf(task, indexOf, faults));
  return { edges, indexOf };
}

function dependenciesOf(task: GraphTaskOptions, indexOf: ReadonlyMap<string, number>, faults: Fault[]): number[] {
  const found = new Set<number>();
  for (const id of task.dependencies ?? []) {
    const index = indexOf.get(id);
    const path = `tasks.${task.id}.dependencies`;
    if (id === task.id) faults.push({ path, message: "a task cannot wait for itself" });
    else if (index !== undefined) found.add(index);
    else faults.push(unknownTask(path, id, indexOf));
  }
  return [...found];
}

function unknownTask(path: string, id: string, indexOf: ReadonlyMap<string, number>): Fault {
  const suggestion = suggestName(id, indexOf.keys());
  return { path, message: `there is no task "${id}"`, ...(suggestion !== undefined && { suggestion }) };
}

function circles(tasks: readonly GraphTaskOptions[], edges: readonly number[][]): Fault[] {
  return findCycles(edges).map((cycle) => {
    const ids = [...cycle, ...cycle.slice(0, 1)].map((index) => tasks[index]?.id ?? "?");
    return { path: `tasks.${ids[0] ?? ""}`, message: `these tasks wait for each other: ${ids.join(" → ")}` };
  });
}

function overLimits(tasks: readonly GraphTaskOptions[], edges: readonly number[][], limits: GraphLimits): Fault[] {
  const faults: Fault[] = [];
  if (tasks.length > limits.maxTasks) {
    faults.push({ path: "tasks", message: `${tasks.length} tasks, where at most ${limits.maxTasks} are allowed` });
    return faults;
  }
  const depth = depthOf(edges);
  if (depth > limits.maxDepth) {
    faults.push({
      path: "tasks",
      message: `${depth} tasks one after another, where at most ${limits.maxDepth} are allowed`,
    });
  }
  for (const { id, maxRetries = 0 } of tasks) {
    if (maxRetries <= limits.maxRetries) continue;
    faults.push({
      path: `tasks.${id}.maxRetries`,
      message: `at most ${limits.maxRetries} are allowed, got ${maxRetries}`,
    });
  }
  return faults;
}

/** Tasks on the longest path; what is in a circle counts once. */
function depthOf(edges: readonly number[][]): number {
  const open = edges.map((dependencies) => dependencies.length);
  const depth = edges.map(() => 1);
  const dependants = reversed(edges);
  const free = [...edges.keys()].filter((task) => open[task] === 0);
  let deepest = 0;
  for (let task = free.pop(); task !== undefined; task = free.pop()) {
    const own = depth[task] ?? 1;
    deepest = Math.max(deepest, own);
    for (const dependant of dependants[task] ?? []) {
      depth[dependant] = Math.max(depth[dependant] ?? 1, own + 1);
      const left = (open[dependant] ?? 0) - 1;
      open[dependant] = left;
      if (left === 0) free.push(dependant);
    }
  }
  return deepest;
}

function planned(tasks: readonly GraphTaskOptions[], edges: readonly number[][]): PlannedTask[] {
  const dependants = reversed(edges);
  return tasks.map((options, index) => ({
    index,
    id: options.id,
    options,
    dependencies: edges[index] ?? [],
    dependants: dependants[index] ?? [],
  }));
}

function reversed(edges: readonly number[][]): number[][] {
  const back: number[][] = edges.map(() => []);
  for (const [task, dependencies] of edges.entries()) for (const one of dependencies) back[one]?.push(task);
  return back;
}
