import { log } from "@boathook/kernel";

import type { RetryDelay } from "../graph/options.ts";
import type { RetryDecision } from "../hooks/decisions.ts";
import type { TaskState } from "./task-state.ts";

/** How often a hook may have a task that sets no `maxRetries` done again. */
const HOOK_RETRIES = 10;

/** Milliseconds until the next attempt at a task that failed; undefined: there is none. */
export function retryDelayFor(
  state: TaskState,
  decision: RetryDecision | undefined,
  delay: RetryDelay,
): number | undefined {
  const { maxRetries } = state.plan.options;
  const retries = state.attempts - 1;
  if (decision === undefined) {
    return maxRetries !== undefined && retries < maxRetries ? backoff(delay, retries) : undefined;
  }
  if (decision.kind !== "retry") return undefined;
  const limit = maxRetries ?? HOOK_RETRIES;
  if (retries < limit) return decision.delaySecs * 1_000;
  log("info", { task: state.id, retries, limit }, "a hook wanted a task to be done again, but its retries are used up");
  return undefined;
}

function backoff({ initialMs, factor, maxMs, jitter }: RetryDelay, retries: number): number {
  const full = Math.min(maxMs, initialMs * factor ** retries);
  return jitter ? Math.random() * full : full;
}
