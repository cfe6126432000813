import { BoathookError } from "@boathook/kernel";

import type { ToolFailure } from "./tool-failure.ts";

/** A tool call failed, and its failure policy says that the run fails with it; `cause` is what the tool threw. */
export class ToolExecutionFailedError extends BoathookError {
  readonly toolName: string;
  readonly failure: ToolFailure;

  constructor(toolName: string, failure: ToolFailure, options: { cause?: unknown } = {}) {
    super(`Tool "${toolName}" failed (${failure.reason}): ${failure.message}`, {
      code: "tool_failed",
      ...("cause" in options ? { cause: options.cause } : {}),
    });
    this.toolName = toolName;
    this.failure = failure;
  }

  static override is(value: unknown): value is ToolExecutionFailedError {
    return BoathookError.is(value) && value.code === "tool_failed";
  }
}
