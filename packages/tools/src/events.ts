import { defineEvent, registerEvents } from "@boathook/kernel";

import type { ToolFailure } from "./tool-failure.ts";

/** A tool call begins; `input` as the hooks left it. */
export class ToolUsageStartedEvent extends defineEvent("tool_usage_started")<{
  readonly toolName: string;
  readonly toolCallId: string;
  readonly input: Readonly<Record<string, unknown>>;
}>() {}

/** A tool call ended without a failure; `output` is what the model reads. A call that a hook stopped ends here, too. */
export class ToolUsageCompletedEvent extends defineEvent("tool_usage_completed")<{
  readonly toolName: string;
  readonly toolCallId: string;
  readonly output: string;
  readonly fromCache: boolean;
  readonly blocked: boolean;
  /** True when the tool did not run and that is no failure: left out by a hook, or the same call once too often. */
  readonly skipped: boolean;
}>() {}

/** A tool call failed, or was cut off by an abort or the cancellation of the run. */
export class ToolUsageFailedEvent extends defineEvent("tool_usage_failed")<{
  readonly toolName: string;
  readonly toolCallId: string;
  readonly error: unknown;
}>() {}

/** A running tool says how far it is. */
export class ToolUsageProgressEvent extends defineEvent("tool_usage_progress")<{
  readonly toolName: string;
  readonly toolCallId: string;
  readonly message: string;
  readonly data: unknown;
}>() {}

/** A failure was recorded; not emitted where the failure policy is "ignore". */
export class ToolFailureDetectedEvent extends defineEvent("tool_failure_detected")<{
  readonly toolName: string;
  readonly toolCallId: string;
  readonly failure: ToolFailure;
}>() {}

registerEvents(
  ToolUsageStartedEvent,
  ToolUsageCompletedEvent,
  ToolUsageFailedEvent,
  ToolUsageProgressEvent,
  ToolFailureDetectedEvent,
);
