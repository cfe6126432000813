import {
  BoathookError,
  ClockService,
  currentFrame,
  errorMessage,
  ExecutionTimeoutError,
  isPromiseLike,
  LoggerService,
  RunCancelledError,
  runInFrame,
  childFrame,
  service,
  withDeadline,
} from "@boathook/kernel";
import { HookAborted } from "@boathook/hooks";

import type { AgentExecution, AgentFinish } from "./agent-execution.ts";
import { equip } from "./equip.ts";
import { prepareExecution, type Assignment } from "./prepare-execution.ts";
import { runExecution } from "./run-execution.ts";

/** An answer and the execution that gave it. */
export interface AgentAnswer {
  readonly finish: AgentFinish;
  readonly execution: AgentExecution;
}

const DEFAULT_MAX_RETRIES = 2;
const FIRST_DELAY_MS = 200;

/** Does the assignment within the agent's time limit; a failed attempt is done anew, up to `maxRetryLimit` times. */
export async function runAgent(assignment: Assignment): Promise<AgentAnswer> {
  const { agent } = assignment;
  const ms = agent.options.maxExecutionTimeMs;
  if (ms === undefined) return attempts(assignment);
  const timeoutError = (limitMs: number): Error => new ExecutionTimeoutError(`Agent "${agent.role}"`, limitMs);
  return withDeadline({ ms, signal: currentFrame().signal, timeoutError }, (signal) =>
    runInFrame(childFrame({ signal }), () => attempts(assignment)),
  );
}

async function attempts(assignment: Assignment): Promise<AgentAnswer> {
  const limit = assignment.agent.options.maxRetryLimit ?? DEFAULT_MAX_RETRIES;
  for (let attempt = 0; ; attempt += 1) {
    const equipping = equip(assignment);
    const execution = prepareExecution(isPromiseLike(equipping) ? await equipping : equipping);
    try {
      const finish = await runInFrame(childFrame({ executor: execution }), runExecution, execution);
      return { finish, execution };
    } catch (error) {
      if (attempt >= limit || !isWorthAnotherAttempt(error)) throw error;
      const { role } = assignment.agent;
      service(LoggerService).warn(
        { agent: role, attempt: attempt + 1, error: errorMessage(error) },
        "an agent's attempt failed and is done again",
      );
      await service(ClockService).sleep(
        FIRST_DELAY_MS * 2 ** attempt * (0.5 + Math.random() / 2),
        currentFrame().signal,
      );
    }
  }
}

/** Deliberate stops, cancellation, time limits and what Boathook itself has already judged are final; only surprises are tried again. */
function isWorthAnotherAttempt(error: unknown): boolean {
  if (HookAborted.is(error) || RunCancelledError.is(error)) return false;
  return !BoathookError.is(error) && !currentFrame().signal.aborted;
}
