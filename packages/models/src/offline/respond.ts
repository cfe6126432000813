import type { LlmResponse, ModelRequest, ToolCall } from "../model-types.ts";
import { messageText, readBrief } from "./brief.ts";
import { callId } from "./call-id.ts";
import { decide } from "./decide.ts";
import { asNativeRequest, isTextMode, writeInTextMode } from "./text-mode.ts";

/** The response to a request, at once. Token counts are estimates, a token for 4 characters. */
export function respond(request: ModelRequest, seed: number): LlmResponse {
  return isTextMode(request) ? respondAsText(request) : respondNatively(request, seed);
}

function respondNatively(request: ModelRequest, seed: number): LlmResponse {
  const { calls, text, parsed } = decide(readBrief(request), request);
  const toolCalls = calls.map((call, at): ToolCall => {
    return { id: callId(seed, request.messages, call, at), name: call.tool, input: call.input };
  });
  const finishReason = toolCalls.length > 0 ? "tool-calls" : "stop";
  return { text, toolCalls, parsed, finishReason, usage: estimateUsage(request, text, toolCalls) };
}

function respondAsText(request: ModelRequest): LlmResponse {
  const native = asNativeRequest(request);
  const { calls, text, parsed } = decide(readBrief(native), native);
  // Text mode takes one action at a time.
  const written = writeInTextMode(calls[0], text);
  return { text: written, toolCalls: [], parsed, finishReason: "stop", usage: estimateUsage(request, written, []) };
}

function estimateUsage(request: ModelRequest, text: string, toolCalls: readonly ToolCall[]): LlmResponse["usage"] {
  let read = request.tools.length > 0 ? JSON.stringify(request.tools).length : 0;
  for (const message of request.messages) {
    read += messageText(message).length;
    if (message.role === "assistant" && message.toolCalls !== undefined)
      read += JSON.stringify(message.toolCalls).length;
  }
  const written = text.length + (toolCalls.length > 0 ? JSON.stringify(toolCalls).length : 0);
  const [inputTokens, outputTokens] = [Math.ceil(read / 4), Math.ceil(written / 4)];
  const totalTokens = inputTokens + outputTokens;
  return { inputTokens, outputTokens, totalTokens, cachedInputTokens: 0, reasoningTokens: 0, requests: 1 };
}
