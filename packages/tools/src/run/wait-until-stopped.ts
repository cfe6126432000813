import {
  DetachedWorkService,
  errorMessage,
  ExecutionTimeoutError,
  log,
  RunCancelledError,
  service,
  startTimer,
} from "@boathook/kernel";

/** Less than a flow gives its cancelled steps, so that a tool that does not stop is reported as a tool. */
const LIMIT_MS = 500;

/**
 * Waits for the work of a tool whose signal has aborted: what runs inside (a crew with hooks at its end, a child process) ends before the call
 * does. What is not done after half a second is left to the run's detached work, with a line in the log: no tool can keep a run from ending.
 */
export async function waitUntilStopped(toolName: string, work: PromiseLike<unknown>): Promise<void> {
  const stopped = endOf(toolName, work);
  let stopTimer: (() => void) | undefined;
  const limit = new Promise<"running">((resolve) => {
    stopTimer = startTimer(LIMIT_MS, () => {
      resolve("running");
    });
  });
  const state = await Promise.race([stopped, limit]);
  stopTimer?.();
  if (state === "stopped") return;
  log("warn", { tool: toolName, limitMs: LIMIT_MS }, "a cancelled tool does not stop; it is left in the background");
  service(DetachedWorkService).add(`the cancelled tool "${toolName}"`, stopped);
}

/** That it was cancelled is said by the call itself; anything else is worth a line, but can change nothing any more. */
async function endOf(toolName: string, work: PromiseLike<unknown>): Promise<"stopped"> {
  try {
    await work;
  } catch (error) {
    if (!isCancellation(error)) {
      log("debug", { tool: toolName, error: errorMessage(error) }, "a cancelled tool ended with an error");
    }
  }
  return "stopped";
}

function isCancellation(error: unknown): boolean {
  return RunCancelledError.is(error) || ExecutionTimeoutError.is(error);
}
