import { DetachedWorkService } from "./detached-work.ts";
import { ExecutionTimeoutError, RunCancelledError } from "./errors/run-errors.ts";
import { errorMessage } from "./errors/is-error.ts";
import { log } from "./log.ts";
import { service } from "./frame.ts";
import { startTimer } from "./time/timer.ts";

/** Work whose signal has aborted. */
export interface StoppedWork {
  /** As the log names it: `tool "search"`. */
  readonly what: string;
  /** How long it may take to stop, in milliseconds. */
  readonly limitMs: number;
}

/**
 * Waits for work that was told to stop, so that what runs inside (a child process, a crew with hooks at its end) is over before the caller goes
 * on. What is not done at the limit is left running: nothing that a user plugs in can keep a run from ending. Never rejects: why it was
 * stopped is known to whoever did it, anything else that it throws is a line in the log.
 */
export async function waitUntilStopped(stopped: StoppedWork, work: PromiseLike<unknown>): Promise<void> {
  const ended = endOf(stopped, work);
  let stopTimer: (() => void) | undefined;
  const late = new Promise<"late">((resolve) => {
    stopTimer = startTimer(stopped.limitMs, () => {
      resolve("late");
    });
  });
  const first = await Promise.race([ended, late]);
  stopTimer?.();
  if (first === "late") detach(stopped, ended);
}

/** Leaves work that does not stop to the runtime's detached work at once, with a line in the log: closing the runtime waits for it. */
export function leaveRunning(stopped: StoppedWork, work: PromiseLike<unknown>): void {
  detach(stopped, endOf(stopped, work));
}

function detach({ what, limitMs }: StoppedWork, ended: Promise<void>): void {
  log("warn", { work: what, limitMs }, "cancelled work does not stop; it is left running in the background");
  service(DetachedWorkService).add(`the cancelled ${what}`, ended);
}

async function endOf({ what }: StoppedWork, work: PromiseLike<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (RunCancelledError.is(error) || ExecutionTimeoutError.is(error)) return;
    log("debug", { work: what, error: errorMessage(error) }, "cancelled work ended with an error");
  }
}
