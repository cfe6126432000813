import {
  piecesOf,
  WireServer,
  type CompleteAnswer,
  type WireEvent,
  type WireFormat,
  type WireRequest,
} from "./wire-server.ts";

/** A fake of Anthropic's messages API, whole and streamed. */
export class AnthropicServer extends WireServer {
  static start(): Promise<AnthropicServer> {
    return new AnthropicServer(anthropicFormat).listen();
  }
}

const anthropicFormat: WireFormat = {
  isStream: ({ body }) => body.stream === true,
  whole: (answer, request) => ({
    ...head(request),
    content: [
      ...(answer.reasoning === "" ? [] : [{ type: "thinking", thinking: answer.reasoning, signature: "sig" }]),
      ...(answer.text === "" ? [] : [{ type: "text", text: answer.text }]),
      ...answer.toolCalls.map(({ id, name, input }) => ({
        type: "tool_use",
        id,
        name,
        input: JSON.parse(input) as unknown,
      })),
    ],
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

function events(answer: CompleteAnswer, request: WireRequest): readonly WireEvent[] {
  const list: WireEvent[] = [];
  const add = (type: string, fields: object, marks: Partial<WireEvent> = {}): void => {
    list.push({ event: type, data: { type, ...fields }, ...marks });
  };
  add("message_start", {
    message: { ...head(request), content: [], stop_reason: null, stop_sequence: null, usage: usageOf(answer) },
  });
  if (answer.text !== "") {
    add("content_block_start", { index: 0, content_block: { type: "text", text: "" } });
    for (const text of piecesOf(answer.text)) {
      add("content_block_delta", { index: 0, delta: { type: "text_delta", text } }, { piece: true });
    }
    add("content_block_stop", { index: 0 });
  }
  answer.toolCalls.forEach(({ id, name, input }, at) => {
    const index = at + 1;
    add("content_block_start", { index, content_block: { type: "tool_use", id, name, input: {} } });
    add("content_block_delta", { index, delta: { type: "input_json_delta", partial_json: input } });
    add("content_block_stop", { index });
  });
  const delta = { stop_reason: stopReason(answer), stop_sequence: null };
  add("message_delta", { delta, usage: { output_tokens: answer.usage.output } }, { done: true });
  add("message_stop", {}, { done: true });
  return list;
}

function head({ body }: WireRequest): object {
  return { id: "msg_1", type: "message", role: "assistant", model: body.model };
}

function stopReason(answer: CompleteAnswer): string {
  return answer.finishReason ?? (answer.toolCalls.length > 0 ? "tool_use" : "end_turn");
}

/** Anthropic counts what came from the cache beside the other input, not inside it. */
function usageOf({ usage }: CompleteAnswer): object {
  return {
    input_tokens: usage.input - usage.cached,
    output_tokens: usage.output,
    cache_read_input_tokens: usage.cached,
    cache_creation_input_tokens: 0,
  };
}
