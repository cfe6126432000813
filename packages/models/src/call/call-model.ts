import {
  childFrame,
  closeSpan,
  ConfigurationError,
  currentFrame,
  executionFor,
  linkSignals,
  NEVER_ABORTED,
  openSpan,
  runInFrame,
  throwIfCancelled,
} from "@boathook/kernel";

import { LlmCallCompletedEvent, LlmCallFailedEvent, LlmCallStartedEvent } from "../events.ts";
import type { LlmResponse, Message, ModelRequest } from "../model-types.ts";
import { toJsonSchema } from "../schema/to-json-schema.ts";
import { firstAnswer, type Answered } from "./attempts.ts";
import { checkMessages } from "./check-messages.ts";
import { Delivery } from "./delivery.ts";
import { askBefore } from "./hook-seams.ts";
import type { ModelCall } from "./model-call.ts";
import type { ModelEntry } from "./model-entry.ts";
import { entriesIn } from "./read-source.ts";
import { shapeAnswer } from "./shape-answer.ts";

/**
 * Every model call goes through here: PRE_MODEL_CALL, the started event, the models with retries and fallbacks, usage, POST_MODEL_CALL, and
 * exactly one closing event. Cancelling rejects at once with the cancellation.
 */
export async function callModel(call: ModelCall): Promise<LlmResponse> {
  const frame = currentFrame();
  const both = call.signal !== undefined && call.signal !== frame.signal && frame.signal !== NEVER_ABORTED;
  const linked = both ? linkSignals(frame.signal, call.signal) : undefined;
  const signal = linked?.signal ?? call.signal ?? frame.signal;
  try {
    const inner =
      frame.execution !== undefined && signal === frame.signal
        ? frame
        : childFrame({ execution: executionFor(frame), signal }, frame);
    return await runInFrame(inner, run, call, signal);
  } finally {
    linked?.unlink();
  }
}

async function run(call: ModelCall, signal: AbortSignal): Promise<LlmResponse> {
  throwIfCancelled(signal);
  const entries = readEntries(call);
  const refusal = await askBefore(call)?.then(undefined, refusedBy);
  const { purpose } = call;
  const span = openSpan(LlmCallStartedEvent, () => ({
    modelId: call.llm.modelId,
    purpose,
    messages: snapshot(call.messages),
  }));
  try {
    if (refusal !== undefined) throw refusal.thrown;
    const { response, modelId } = await runInFrame(span.frame, answer, call, entries, signal);
    closeSpan(span, LlmCallCompletedEvent, () => {
      const { text, toolCalls, usage, finishReason } = response;
      return { modelId, purpose, text, toolCalls, usage, finishReason };
    });
    return response;
  } catch (thrown) {
    closeSpan(span, LlmCallFailedEvent, () => ({ modelId: call.llm.modelId, purpose, error: thrown }));
    throw thrown;
  }
}

async function answer(call: ModelCall, entries: readonly ModelEntry[], signal: AbortSignal): Promise<Answered> {
  throwIfCancelled(signal);
  checkMessages(call.messages);
  const delivery = new Delivery(call);
  const { modelId, response } = await firstAnswer(entries, requestOf(call, signal), delivery);
  currentFrame().usage?.add(response.usage);
  const shaped = await shapeAnswer(call, response);
  delivery.finish(shaped.text, modelId);
  return { modelId, response: shaped };
}

function requestOf(call: ModelCall, signal: AbortSignal): ModelRequest {
  return {
    // A copy: the list goes on living while a model may still hold its request.
    messages: [...call.messages],
    tools: call.tools ?? NO_TOOLS,
    toolChoice: call.toolChoice ?? "auto",
    outputSchema: call.outputSchema === undefined ? undefined : toJsonSchema(call.outputSchema),
    signal,
  };
}

const NO_TOOLS: ModelRequest["tools"] = [];

function readEntries(call: ModelCall): readonly ModelEntry[] {
  const entries = entriesIn(call.llm);
  if (entries !== undefined) return entries;
  throw new ConfigurationError([{ path: "llm", message: "expected what llm(…) makes, got another object" }], {
    subject: "model call",
  });
}

function refusedBy(thrown: unknown): { readonly thrown: unknown } {
  return { thrown };
}

/** Messages as they are now: hooks and the agent's loop go on editing the live ones. */
function snapshot(messages: readonly Message[]): readonly Message[] {
  return messages.map((message) => ({ ...message }));
}
