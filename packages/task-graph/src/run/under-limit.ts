import {
  cancellationOf,
  DetachedWorkService,
  ExecutionTimeoutError,
  isPromiseLike,
  linkSignals,
  log,
  raceSignal,
  service,
  startTimer,
} from "@boathook/kernel";

/** Under what a task's work runs. */
export interface Limit {
  readonly task: string;
  /** Milliseconds. */
  readonly ms: number;
  readonly signal: AbortSignal;
  /** How long work that is to stop may take to do so, in milliseconds. */
  readonly graceMs: number;
}

/**
 * Runs the work with a signal that aborts at the limit, or when the run is cancelled. Work that is to stop is waited for, so that the next
 * attempt does not run beside it; what does not stop is left to the background, with a line in the log, and what it gives is dropped.
 */
export async function underLimit<T>(limit: Limit, work: (signal: AbortSignal) => PromiseLike<T> | T): Promise<T> {
  const linked = linkSignals(limit.signal);
  const stopTimer = startTimer(limit.ms, () => {
    linked.abort(new ExecutionTimeoutError(`Task "${limit.task}"`, limit.ms));
  });
  let running: PromiseLike<T> | T | undefined;
  try {
    running = work(linked.signal);
    return isPromiseLike(running) ? await raceSignal(running, linked.signal) : running;
  } catch (thrown) {
    if (!linked.signal.aborted) throw thrown;
    if (isPromiseLike(running)) await stopped(running, limit);
    throw cancellationOf(linked.signal);
  } finally {
    stopTimer();
    linked.unlink();
  }
}

async function stopped(running: PromiseLike<unknown>, { task, graceMs }: Limit): Promise<void> {
  let stopTimer: (() => void) | undefined;
  const settled = settle(running);
  const late = new Promise<"late">((resolve) => {
    stopTimer = startTimer(graceMs, () => {
      resolve("late");
    });
  });
  const first = await Promise.race([settled, late]);
  stopTimer?.();
  if (first !== "late") return;
  log("warn", { task, graceMs }, "a task of a graph does not stop; it is left running in the background");
  service(DetachedWorkService).add(`the stopped task "${task}"`, settled);
}

/** What stopped work gives, or throws, was said when it was stopped. */
async function settle(running: PromiseLike<unknown>): Promise<void> {
  try {
    await running;
  } catch {
    // Whoever stopped it has the reason.
  }
}
