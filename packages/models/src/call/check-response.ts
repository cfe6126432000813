import { excerpt, isRecord, readCount, readList, readRecord, readText } from "../ai-sdk/read-value.ts";
import { withUniqueIds } from "../ai-sdk/read-tool-call.ts";
import { ModelCallError } from "../errors/model-errors.ts";
import type { FinishReason, LlmResponse, TokenUsage, ToolCall } from "../model-types.ts";

const REASONS: ReadonlySet<unknown> = new Set<FinishReason>([
  "stop",
  "tool-calls",
  "length",
  "content-filter",
  "error",
  "other",
]);

/** Reads what a `BaseLlm` answered: its author may have written JavaScript. What costs nothing to leave out gets its plain meaning. */
export function checkResponse(value: unknown): LlmResponse {
  const response = readRecord(value, "response");
  const toolCalls = response.toolCalls === undefined ? NO_CALLS : readList(response.toolCalls, "toolCalls");
  return {
    text: readText(response.text, "text"),
    toolCalls: withUniqueIds(toolCalls.map(checkCall)),
    parsed: response.parsed,
    finishReason: checkReason(response.finishReason, toolCalls.length),
    usage: checkUsage(response.usage),
  };
}

const NO_CALLS: readonly unknown[] = [];

function checkCall(value: unknown, index: number): ToolCall {
  const path = `toolCalls[${index}]`;
  const call = readRecord(value, path);
  const checked = {
    id: readText(call.id, `${path}.id`),
    name: readText(call.name, `${path}.name`),
    input: readRecord(call.input, `${path}.input`),
  };
  return typeof call.invalidInput === "string" ? { ...checked, invalidInput: call.invalidInput } : checked;
}

function checkReason(value: unknown, calls: number): FinishReason {
  if (value === undefined) return calls > 0 ? "tool-calls" : "stop";
  if (REASONS.has(value)) return value as FinishReason; // just looked up
  throw new ModelCallError(
    `The model gave an unknown finishReason: ${excerpt(value)}. Expected one of ${[...REASONS].join(", ")}.`,
  );
}

function checkUsage(value: unknown): TokenUsage {
  const usage = isRecord(value) ? value : {};
  const count = (name: keyof TokenUsage): number => readCount(usage[name], `usage.${name}`);
  const inputTokens = count("inputTokens");
  const outputTokens = count("outputTokens");
  return {
    inputTokens,
    outputTokens,
    totalTokens: count("totalTokens") || inputTokens + outputTokens,
    cachedInputTokens: count("cachedInputTokens"),
    reasoningTokens: count("reasoningTokens"),
    requests: count("requests") || 1,
  };
}
