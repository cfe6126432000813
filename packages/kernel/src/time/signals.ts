import { setMaxListeners } from "node:events";

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
  const links = parents.map((parent) =>
    parent === undefined
      ? undefined
      : whenAborted(parent, () => {
          controller.abort(parent.reason);
        }),
  );
  return {
    signal: controller.signal,
    abort: (reason) => {
      controller.abort(reason);
    },
    unlink: () => {
      for (const unlink of links) unlink?.();
    },
  };
}

const unlimited = new WeakSet<AbortSignal>();
const nothingToUndo = (): void => undefined;

/** Calls back once, when the signal aborts, or at once when it has; gives the function that stops listening. Any number may wait for one signal. */
export function whenAborted(signal: AbortSignal, onAbort: () => void): () => void {
  if (signal.aborted) {
    onAbort();
    return nothingToUndo;
  }
  if (signal === NEVER_ABORTED) return nothingToUndo;
  if (!unlimited.has(signal)) {
    unlimited.add(signal);
    setMaxListeners(0, signal); // Node 20 warns of a leak from the eleventh listener on
  }
  signal.addEventListener("abort", onAbort, { once: true });
  return () => {
    signal.removeEventListener("abort", onAbort);
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
    const unlink = whenAborted(signal, () => {
      reject(cancellationOf(signal)); // whatever the signal carries is what the caller must see
    });
    work.then(
      (value) => {
        unlink();
        resolve(value);
      },
      (error: unknown) => {
        unlink();
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
