import { linkSignals, raceSignal, throwIfCancelled } from "./signals.ts";
import { startTimer } from "./timer.ts";

/** What `withDeadline` needs: the limit in milliseconds (absent: none), the parent's signal, and the error of a time-out. */
export interface DeadlineOptions {
  readonly ms: number | undefined;
  readonly signal: AbortSignal;
  readonly timeoutError: (limitMs: number) => Error;
}

/**
 * Runs `work` under a time limit. At the limit its signal aborts, the promise rejects with `timeoutError`, and what the work does later is
 * ignored; so it does, with the cancellation, when the parent's signal aborts. Already cancelled: the work is not begun. The one place where
 * time-outs are made; the timer never outlives the call.
 */
export async function withDeadline<T>(
  options: DeadlineOptions,
  work: (signal: AbortSignal) => PromiseLike<T> | T,
): Promise<T> {
  const { ms, signal } = options;
  throwIfCancelled(signal);
  if (ms === undefined) return raceSignal(settled(work, signal), signal);
  const linked = linkSignals(signal);
  let error: Error | undefined;
  const stopTimer = startTimer(ms, () => {
    error = options.timeoutError(ms);
    linked.abort(error);
  });
  try {
    return await raceSignal(settled(work, linked.signal), linked.signal);
  } catch (thrown) {
    throw error ?? thrown;
  } finally {
    stopTimer();
    linked.unlink();
  }
}

/** What the work throws before it gives a promise is its rejection. */
async function settled<T>(work: (signal: AbortSignal) => PromiseLike<T> | T, signal: AbortSignal): Promise<T> {
  return work(signal);
}
