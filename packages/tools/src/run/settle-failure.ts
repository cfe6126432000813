import { emit, isError } from "@boathook/kernel";

import { ToolExecutionFailedError } from "../errors.ts";
import { ToolFailureDetectedEvent } from "../events.ts";
import type { ToolFailure } from "../tool-failure.ts";
import type { Outcome } from "./outcome.ts";
import type { RunningCall } from "./running-call.ts";

/** Does with a failure what its policy says: the tool's own, else the toolbox's. Throws where that is "raise". */
export function settleFailure(call: RunningCall, { failure, thrown }: Outcome): void {
  const { entry, toolbox, toolName, id: toolCallId } = call;
  const policy = entry?.tool.failurePolicy ?? toolbox.failurePolicy;
  if (failure === undefined || policy === "ignore") return;
  toolbox.addFailure(failure);
  emit(ToolFailureDetectedEvent, { toolName, toolCallId, failure });
  if (policy === "raise") throw new ToolExecutionFailedError(toolName, failure, causeOf(thrown));
}

/** What events show of a failure: what was thrown, when that is an error, else an error that tells of the failure. */
export function errorOf(call: RunningCall, failure: ToolFailure, thrown: unknown): Error {
  return isError(thrown) ? thrown : new ToolExecutionFailedError(call.toolName, failure, causeOf(thrown));
}

function causeOf(thrown: unknown): { cause?: unknown } {
  return thrown === undefined ? {} : { cause: thrown };
}
