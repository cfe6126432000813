import { wordsOf } from "../words.ts";
import type { ServerRequest } from "./server-reply.ts";
import type { CompleteAnswer, CompleteCall, WireEvent } from "./wire-format.ts";

/** The body of a chat completion. */
export function chatWhole(answer: CompleteAnswer, request: ServerRequest): object {
  const message = {
    role: "assistant",
    content: answer.text === "" && answer.toolCalls.length > 0 ? null : answer.text,
    ...(answer.reasoning === "" ? {} : { reasoning_content: answer.reasoning }),
    ...(answer.toolCalls.length === 0 ? {} : { tool_calls: answer.toolCalls.map(toChatCall) }),
  };
  return {
    ...head("chat.completion", request),
    choices: [{ index: 0, message, finish_reason: finishReason(answer) }],
    usage: usageOf(answer),
  };
}

/** The events of a streamed chat completion; inputs of tools come in two halves. */
export function chatEvents(answer: CompleteAnswer, request: ServerRequest): readonly WireEvent[] {
  const chunk = (delta: object, finish: string | null = null): object => ({
    ...head("chat.completion.chunk", request),
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  return [
    { data: chunk({ role: "assistant", content: "" }) },
    ...wordsOf(answer.reasoning).map((word) => ({ data: chunk({ reasoning_content: word }) })),
    ...wordsOf(answer.text).map((word) => ({ data: chunk({ content: word }), piece: true })),
    ...answer.toolCalls.flatMap((call, index) => [
      { data: chunk({ tool_calls: [{ index, ...toChatCall({ ...call, input: "" }) }] }) },
      ...halves(call.input).map((half) => ({
        data: chunk({ tool_calls: [{ index, function: { arguments: half } }] }),
      })),
    ]),
    { data: chunk({}, finishReason(answer)), done: true },
    { data: { ...head("chat.completion.chunk", request), choices: [], usage: usageOf(answer) }, done: true },
    { data: "[DONE]", done: true },
  ];
}

function toChatCall({ id, name, input }: CompleteCall): object {
  return { id, type: "function", function: { name, arguments: input } };
}

function finishReason(answer: CompleteAnswer): string {
  return answer.finishReason ?? (answer.toolCalls.length > 0 ? "tool_calls" : "stop");
}

function usageOf({ usage }: CompleteAnswer): object {
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cached },
    completion_tokens_details: { reasoning_tokens: usage.reasoning },
  };
}

function head(object: string, { body }: ServerRequest): object {
  return { id: "chatcmpl-1", object, created: 1_700_000_000, model: body.model };
}

function halves(text: string): readonly string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}
