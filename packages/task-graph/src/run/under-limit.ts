import {
  cancellationOf,
  ExecutionTimeoutError,
  isPromiseLike,
  linkSignals,
  raceSignal,
  startTimer,
  waitUntilStopped,
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
    if (isPromiseLike(running)) {
      await waitUntilStopped({ what: `graph task "${limit.task}"`, limitMs: limit.graceMs }, running);
    }
    throw cancellationOf(linked.signal);
  } finally {
    stopTimer();
    linked.unlink();
  }
}
