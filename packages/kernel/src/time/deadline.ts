import { linkSignals, raceSignal } from "./signals.ts";

/** What `withDeadline` needs: the limit in milliseconds (absent: none), the parent's signal, and the error of a time-out. */
export interface DeadlineOptions {
  readonly ms: number | undefined;
  readonly signal: AbortSignal;
  readonly timeoutError: (limitMs: number) => Error;
}

/**
 * Runs `work` under a time limit. At the limit its signal aborts, the promise rejects with `timeoutError`, and what the work does later is
 * ignored. The one place where time-outs are made; the timer never outlives the call.
 */
export async function withDeadline<T>(
  options: DeadlineOptions,
  work: (signal: AbortSignal) => PromiseLike<T> | T,
): Promise<T> {
  const { ms } = options;
  if (ms === undefined) return work(options.signal);
  const linked = linkSignals(options.signal);
  let error: Error | undefined;
  const timer = setTimeout(() => {
    error = options.timeoutError(ms);
    linked.abort(error);
  }, ms);
  try {
    return await raceSignal(Promise.resolve(work(linked.signal)), linked.signal);
  } catch (thrown) {
    throw error ?? thrown;
  } finally {
    clearTimeout(timer);
    linked.unlink();
  }
}
