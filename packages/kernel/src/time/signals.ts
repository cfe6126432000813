import { RunCancelledError } from "../errors/run-errors.ts";

/** A signal that never aborts, for work that nobody can cancel. */
export const NEVER_ABORTED: AbortSignal = new AbortController().signal;

/** A controller that also aborts when one of its parents does. Call `unlink` when the work is over, or the parents keep it alive. */
export interface LinkedController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
  unlink(): void;
}

/** Links by hand: `AbortSignal.any` keeps memory per call on Node 20 when a parent lives long. */
export function linkSignals(...parents: readonly (AbortSignal | undefined)[]): LinkedController {
  const controller = new AbortController();
  const live = parents.filter((parent) => parent !== undefined && parent !== NEVER_ABORTED);
  const onAbort = (event: Event): void => {
    // Only AbortSignals get this listener.
    controller.abort((event.target as AbortSignal).reason);
  };
  for (const parent of live) {
    if (parent?.aborted === true) controller.abort(parent.reason);
    else parent?.addEventListener("abort", onAbort, { once: true });
  }
  return {
    signal: controller.signal,
    abort: (reason) => {
      controller.abort(reason);
    },
    unlink: () => {
      for (const parent of live) parent?.removeEventListener("abort", onAbort);
    },
  };
}

/** Throws `RunCancelledError` when the signal has aborted. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw cancellationOf(signal);
}

/** The error that a cancelled signal stands for: its own `RunCancelledError` or time-out when it carries one, else a new one with the reason as cause. */
export function cancellationOf(signal: AbortSignal): unknown {
  const reason: unknown = signal.reason;
  return isOwnEnding(reason) ? reason : new RunCancelledError(reason);
}

/** Waits for `work`, but rejects as soon as `signal` aborts; what the work does later is ignored (a late rejection is not unhandled). */
export function raceSignal<T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  if (signal === NEVER_ABORTED) return Promise.resolve(work);
  return new Promise<T>((resolve, reject) => {
    const onAbort = (): void => {
      reject(cancellationOf(signal)); // whatever the signal carries is what the caller must see
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    work.then(
      (value) => {
        signal.removeEventListener("abort", onAbort);
        resolve(value);
      },
      (error: unknown) => {
        signal.removeEventListener("abort", onAbort);
        reject(error); // passed on untouched
      },
    );
  });
}

function isOwnEnding(reason: unknown): boolean {
  if (typeof reason !== "object" || reason === null) return false;
  const { code } = reason as { code?: unknown };
  return code === "run_cancelled" || code === "execution_timeout";
}
