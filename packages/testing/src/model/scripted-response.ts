import type { LlmResponse, TokenUsage, ToolCall } from "@boathook/models";

import { deepCopy } from "./deep-copy.ts";
import type { ScriptedAnswer, ScriptedToolCall } from "./scripted-reply.ts";

/** The whole answer that a reply stands for; `nextId` names the calls that have no id. */
export function responseOf(reply: ScriptedAnswer, nextId: () => string): LlmResponse {
  const toolCalls = (reply.toolCalls ?? []).map((call) => toolCallOf(call, nextId));
  return {
    text: reply.text ?? "",
    toolCalls,
    parsed: undefined,
    finishReason: reply.finishReason ?? (toolCalls.length > 0 ? "tool-calls" : "stop"),
    usage: usageOf(reply.usage ?? {}),
  };
}

function toolCallOf(call: ScriptedToolCall, nextId: () => string): ToolCall {
  const { name, id = nextId(), input = {} } = call;
  return { id, name, ...(typeof input === "string" ? readSentInput(input) : { input: deepCopy(input) }) };
}

/** Reads the text of an input as a provider's adapter does: nothing is no arguments, and what is no JSON object is marked as such. */
function readSentInput(text: string): Pick<ToolCall, "input" | "invalidInput"> {
  if (text.trim() === "") return { input: {} };
  try {
    const input: unknown = JSON.parse(text);
    if (typeof input === "object" && input !== null && !Array.isArray(input)) {
      return { input: input as Record<string, unknown> }; // JSON gives plain records
    }
  } catch {
    // the mark below is the report
  }
  return { input: {}, invalidInput: text };
}

/** Ten tokens in and five out where the script says nothing: round numbers that tests can add up. */
function usageOf(given: NonNullable<ScriptedAnswer["usage"]>): TokenUsage {
  const { inputTokens = 10, outputTokens = 5, totalTokens = inputTokens + outputTokens } = given;
  const { cachedInputTokens = 0, reasoningTokens = 0, requests = 1 } = given;
  return { inputTokens, outputTokens, totalTokens, cachedInputTokens, reasoningTokens, requests };
}
