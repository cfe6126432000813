/** Where a task of a graph stands. */
export type GraphTaskStatus =
  | "pending"
  | "running"
  | "retrying"
  | "completed"
  | "failed"
  | "timed_out"
  | "skipped"
  | "blocked"
  | "cancelled"
  | "paused";

/** How a run of a graph ended: `completed` when every task completed or was skipped. */
export type GraphRunStatus = "completed" | "failed" | "cancelled";

const MOVES: Readonly<Record<GraphTaskStatus, readonly GraphTaskStatus[]>> = {
  pending: ["running", "cancelled", "blocked", "skipped", "paused"],
  running: ["completed", "failed", "timed_out", "retrying", "skipped", "cancelled"],
  retrying: ["running", "cancelled", "paused"],
  paused: ["pending", "cancelled", "blocked", "skipped"],
  completed: [],
  failed: [],
  timed_out: [],
  skipped: [],
  blocked: [],
  cancelled: [],
};

/** True for a status that a task does not leave any more. */
export function isSettled(status: GraphTaskStatus): boolean {
  return MOVES[status].length === 0;
}

/** True when a task may go from one status to the other. */
export function mayMove(from: GraphTaskStatus, to: GraphTaskStatus): boolean {
  return MOVES[from].includes(to);
}

/** True for a dependency that lets its dependants run: it has an output, or was skipped on purpose. */
export function letsDependantsRun(status: GraphTaskStatus): boolean {
  return status === "completed" || status === "skipped";
}
