import { BoathookError } from "@boathook/kernel";

/** What went wrong with a subagent; also the error's code. */
export type SubagentProblem = "unknown_subagent" | "subagent_cycle" | "subagent_tokens" | "subagent_closed";

/** A subagent could not be dispatched, or was stopped. */
export class SubagentError extends BoathookError {
  constructor(code: SubagentProblem, message: string, options: { cause?: unknown } = {}) {
    super(message, { code, ...options });
  }

  static override is(value: unknown): value is SubagentError {
    return value instanceof SubagentError;
  }
}
