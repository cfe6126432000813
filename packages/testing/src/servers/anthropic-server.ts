import { wordsOf } from "../words.ts";
import { ModelServer } from "./model-server.ts";
import type { ServerRequest } from "./server-reply.ts";
import type { CompleteAnswer, WireEvent, WireFormat } from "./wire-format.ts";

/** A fake of Anthropic's messages API, whole and streamed. */
export function startAnthropicServer(): Promise<ModelServer> {
  return ModelServer.start(anthropicFormat);
}

const anthropicFormat: WireFormat = {
  isStream: ({ body }) => body.stream === true,
  whole: (answer, request) => ({
    ...head(request),
    content: contentOf(answer),
    stop_reason: stopReason(answer),
    stop_sequence: null,
    usage: usageOf(answer),
  }),
  events,
  error: (status, message) => ({ type: "error", error: { type: ERROR_TYPES[status] ?? "api_error", message } }),
};

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  429: "rate_limit_error",
  529: "overloaded_error",
};

function contentOf(answer: CompleteAnswer): readonly object[] {
  return [
    ...(answer.reasoning === "" ? [] : [{ type: "thinking", thinking: answer.reasoning, signature: "sig" }]),
    ...(answer.text === "" ? [] : [{ type: "text", text: answer.text }]),
    ...answer.toolCalls.map(({ id, name, input }) => ({ type: "tool_use", id, name, input: parsed(input) })),
  ];
}

/** This service sends inputs as JSON, not as text, unless it streams: what is no JSON cannot be said whole. */
function parsed(input: string): unknown {
  return JSON.parse(input);
}

function events(answer: CompleteAnswer, request: ServerRequest): readonly WireEvent[] {
  const { usage } = answer;
  const message = { ...head(request), content: [], stop_reason: null, stop_sequence: null, usage: usageOf(answer) };
  const delta = { stop_reason: stopReason(answer), stop_sequence: null };
  return [
    event("message_start", { message }),
    ...(answer.text === "" ? [] : textBlock(answer.text)),
    ...answer.toolCalls.flatMap(({ id, name, input }, index) => [
      event("content_block_start", { index: index + 1, content_block: { type: "tool_use", id, name, input: {} } }),
      event("content_block_delta", { index: index + 1, delta: { type: "input_json_delta", partial_json: input } }),
      event("content_block_stop", { index: index + 1 }),
    ]),
    { ...event("message_delta", { delta, usage: { output_tokens: usage.output } }), done: true },
    { ...event("message_stop", {}), done: true },
  ];
}

function textBlock(text: string): readonly WireEvent[] {
  return [
    event("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
    ...wordsOf(text).map((word) => ({
      ...event("content_block_delta", { index: 0, delta: { type: "text_delta", text: word } }),
      piece: true,
    })),
    event("content_block_stop", { index: 0 }),
  ];
}

function event(type: string, fields: object): WireEvent {
  return { event: type, data: { type, ...fields } };
}

function head({ body }: ServerRequest): object {
  return { id: "msg_1", type: "message", role: "assistant", model: body.model };
}

function stopReason(answer: CompleteAnswer): string {
  return answer.finishReason ?? (answer.toolCalls.length > 0 ? "tool_use" : "end_turn");
}

/** This service counts what came from the cache beside the other input, not inside it. */
function usageOf({ usage }: CompleteAnswer): object {
  return {
    input_tokens: usage.input - usage.cached,
    output_tokens: usage.output,
    cache_read_input_tokens: usage.cached,
    cache_creation_input_tokens: 0,
  };
}
