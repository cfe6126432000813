import type { CallPurpose } from "@boathook/hooks";
import { defineEvent, registerEvents } from "@boathook/kernel";

import type { FinishReason, Message, TokenUsage, ToolCall } from "./model-types.ts";

/** A model call began; `messages` as they are sent, hooks' edits included. */
export class LlmCallStartedEvent extends defineEvent("llm_call_started")<{
  readonly modelId: string;
  readonly purpose: CallPurpose;
  readonly messages: readonly Message[];
}>() {}

/** A model answered; `text` is what the caller gets, after hooks. `modelId` is the one that answered, which may be a fallback. */
export class LlmCallCompletedEvent extends defineEvent("llm_call_completed")<{
  readonly modelId: string;
  readonly purpose: CallPurpose;
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly usage: TokenUsage;
  readonly finishReason: FinishReason;
}>() {}

/** A model call gave no answer: blocked, cancelled, or failed after all retries and fallbacks. */
export class LlmCallFailedEvent extends defineEvent("llm_call_failed")<{
  readonly modelId: string;
  readonly purpose: CallPurpose;
  readonly error: unknown;
}>() {}

/** A piece of a streamed answer's text. */
export class LlmStreamChunkEvent extends defineEvent("llm_stream_chunk")<{
  readonly modelId: string;
  readonly purpose: CallPurpose;
  readonly text: string;
}>() {}

registerEvents(LlmCallStartedEvent, LlmCallCompletedEvent, LlmCallFailedEvent, LlmStreamChunkEvent);
