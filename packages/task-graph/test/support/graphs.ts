import { ConfigurationError } from "@boathook/kernel";

import { TaskGraph, type GraphResult, type GraphTaskOptions, type TaskGraphOptions } from "../../src/index.ts";

/** `a`, `b: ["a"]` … as tasks that give their id, or do what `work` has for them. */
export function tasks(
  dependencies: Record<string, readonly string[]>,
  work: Record<string, GraphTaskOptions["run"] | Partial<GraphTaskOptions>> = {},
): GraphTaskOptions[] {
  return Object.entries(dependencies).map(([id, before]) => {
    const own = work[id] ?? {};
    const run = (): string => id;
    return { id, subject: `task ${id}`, dependencies: before, run, ...(isRun(own) ? { run: own } : own) };
  });
}

function isRun(own: GraphTaskOptions["run"] | Partial<GraphTaskOptions>): own is GraphTaskOptions["run"] {
  return typeof own === "function" || "kickoff" in own;
}

/** Fails at once. */
export const boom = (): never => {
  throw new Error("boom");
};

/** Ids and how they ended. */
export function statuses({ tasks: results }: GraphResult): Record<string, string> {
  return Object.fromEntries(Object.entries(results).map(([id, { status }]) => [id, status]));
}

/** A graph that waits a millisecond before an attempt that no hook decided about. */
export function graph(options: TaskGraphOptions): TaskGraph {
  return new TaskGraph({ retryDelay: { initialMs: 1, jitter: false }, ...options });
}

/** The lines of what is wrong. */
export function faults(make: () => unknown): string[] {
  try {
    make();
  } catch (error) {
    if (!ConfigurationError.is(error)) throw error;
    return error.faults.map(({ path, message, suggestion }) =>
      [path, message, ...(suggestion === undefined ? [] : [suggestion])].join(": "),
    );
  }
  return [];
}
