import type { Inputs, MaybePromise } from "@boathook/hooks";

import type { GraphTaskStatus } from "./status.ts";
import type { TaskView } from "./task-view.ts";

/** What a dependency left. */
export interface DependencyResult {
  /** `completed` or `skipped`. */
  readonly status: GraphTaskStatus;
  /** Undefined where it was skipped. */
  readonly output: unknown;
}

/** What the function of a task is called with. */
export interface TaskRunContext<I = Inputs> {
  readonly task: TaskView;
  /** From 1. */
  readonly attempt: number;
  /** Aborts when the task takes too long, or is cancelled. */
  readonly signal: AbortSignal;
  /** The inputs of the run, and over them each dependency's output under its id; read by `inputSchema` where there is one. */
  readonly inputs: I;
  readonly dependencies: Readonly<Record<string, DependencyResult>>;
  /** The same in every replay of this attempt: for calls that must not be made twice. */
  readonly idempotencyKey: string;
  /** Emits `graph_task_progress`. */
  progress(message: string, data?: unknown): void;
}

/** A function that does a task. */
export type TaskFunction<I = Inputs, O = unknown> = (context: TaskRunContext<I>) => MaybePromise<O>;

/** Something with a kickoff does a task, too: a crew or a flow gets the inputs, an agent (it has a `role`) a text. */
export interface Kickable {
  kickoff(input: never, options?: { signal?: AbortSignal }): PromiseLike<unknown>;
}

/** Who does a task. */
export type Worker<I = Inputs, O = unknown> = TaskFunction<I, O> | Kickable;

/** Calls the worker. */
export function callWorker(worker: Worker, context: TaskRunContext): unknown {
  if (typeof worker === "function") return worker(context);
  const input = isAgent(worker) ? briefOf(context) : context.inputs;
  return worker.kickoff(input as never, { signal: context.signal }); // which of the two it takes, its `role` says
}

/** The role, name or function name of a worker. */
export function workerName(worker: Worker): string | undefined {
  const { role, name } = worker as { role?: unknown; name?: unknown };
  const given = role ?? name;
  return typeof given === "string" && given !== "" && given !== "run" ? given : undefined;
}

/** True for a function, or an object with a `kickoff`. */
export function isWorker(value: unknown): value is Worker {
  if (typeof value === "function") return true;
  return typeof value === "object" && value !== null && typeof (value as { kickoff?: unknown }).kickoff === "function";
}

function isAgent(worker: Kickable): boolean {
  return "role" in worker;
}

/** The task as a text: what is to be done, what counts as done, what came before. */
function briefOf({ task, dependencies }: TaskRunContext): string {
  const criteria = task.acceptanceCriteria.map((criterion) => `- ${criterion}`);
  const results = Object.entries(dependencies).map(([id, { status, output }]) =>
    status === "completed" ? `Result of ${id}:\n${textOf(output)}` : `${id} was skipped.`,
  );
  return [
    task.description,
    ...(criteria.length > 0 ? [`It is done when:\n${criteria.join("\n")}`] : []),
    ...results,
  ].join("\n\n");
}

/** A crew's or agent's output is its text. */
function textOf(output: unknown): string {
  if (typeof output === "string") return output;
  const raw = (output as { raw?: unknown } | null | undefined)?.raw;
  if (typeof raw === "string") return raw;
  return output === undefined ? "(no output)" : JSON.stringify(output);
}
