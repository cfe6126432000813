import { ModelCallError } from "../errors/model-errors.ts";
import type { LlmResponse, ToolCall } from "../model-types.ts";
import { readToolCall, withUniqueIds } from "./read-tool-call.ts";
import { readFinishReason, readUsage, type Ending } from "./read-usage.ts";
import { excerpt, isRecord, readList, readRecord, readText } from "./read-value.ts";

/** Reads what `doGenerate` gave. Reasoning, sources, files and what the provider's own tools did are no part of the text. */
export function readAnswer(value: unknown): LlmResponse {
  const result = readRecord(value, "result");
  const calls: ToolCall[] = [];
  let text = "";
  readList(result.content, "content").forEach((item, index) => {
    const path = `content[${String(index)}]`;
    const part = readRecord(item, path);
    if (part.type === "text") text += readText(part.text, `${path}.text`);
    else if (part.type === "tool-call" && part.providerExecuted !== true) calls.push(readToolCall(part, path));
    else readText(part.type, `${path}.type`);
  });
  // v4 may point out which of several texts is the structured answer.
  if (typeof result.structuredOutputText === "string") text = result.structuredOutputText;
  const ending = readFinishReason(result.finishReason);
  if (text === "" && calls.length === 0 && !ending.told) throw emptyAnswer(result);
  return answerOf(text, calls, ending, result.usage);
}

/** Neither text nor calls nor a reason: the provider found nothing in what came. */
function emptyAnswer({ response }: Record<string, unknown>): ModelCallError {
  const came = isRecord(response) && response.body !== undefined ? ` It sent: ${excerpt(response.body)}` : "";
  return new ModelCallError(`The model gave no answer: no text, no tool call, and no reason for stopping.${came}`);
}

/** Puts an answer together from what was read of it. */
export function answerOf(text: string, calls: readonly ToolCall[], ending: Ending, usage: unknown): LlmResponse {
  return {
    text,
    toolCalls: withUniqueIds(calls),
    parsed: undefined,
    finishReason: ending.reason,
    usage: readUsage(usage),
  };
}
