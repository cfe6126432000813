import {
  piecesOf,
  WireServer,
  type CompleteAnswer,
  type WireEvent,
  type WireFormat,
  type WireRequest,
} from "./wire-server.ts";

/** A fake of OpenAI: chat completions and responses, whole and streamed. Also what Ollama and other compatible servers speak. */
export class OpenAiServer extends WireServer {
  static start(): Promise<OpenAiServer> {
    return new OpenAiServer(openAiFormat).listen();
  }
}

const openAiFormat: WireFormat = {
  isStream: ({ body }) => body.stream === true,
  whole: (answer, request) => (isResponses(request) ? responsesWhole(answer, request) : chatWhole(answer, request)),
  events: (answer, request) => (isResponses(request) ? responsesEvents(answer, request) : chatEvents(answer, request)),
  error: (status, message) => ({ error: { message, type: "error", param: null, code: String(status) } }),
};

function isResponses({ path }: WireRequest): boolean {
  return path.endsWith("/responses");
}

function chatWhole(answer: CompleteAnswer, request: WireRequest): object {
  const message = {
    role: "assistant",
    content: answer.text === "" && answer.toolCalls.length > 0 ? null : answer.text,
    ...(answer.reasoning === "" ? {} : { reasoning_content: answer.reasoning }),
    ...(answer.toolCalls.length === 0 ? {} : { tool_calls: answer.toolCalls.map(toChatCall) }),
  };
  return {
    ...head("chat.completion", request),
    choices: [{ index: 0, message, finish_reason: chatReason(answer) }],
    usage: chatUsage(answer),
  };
}

function chatEvents(answer: CompleteAnswer, request: WireRequest): readonly WireEvent[] {
  const chunk = (delta: object, finish: string | null = null): object => ({
    ...head("chat.completion.chunk", request),
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  return [
    { data: chunk({ role: "assistant", content: "" }) },
    ...piecesOf(answer.reasoning).map((piece) => ({ data: chunk({ reasoning_content: piece }) })),
    ...piecesOf(answer.text).map((piece) => ({ data: chunk({ content: piece }), piece: true })),
    ...answer.toolCalls.flatMap((call, index) => [
      { data: chunk({ tool_calls: [{ index, ...toChatCall({ ...call, input: "" }) }] }) },
      ...halves(call.input).map((part) => ({
        data: chunk({ tool_calls: [{ index, function: { arguments: part } }] }),
      })),
    ]),
    { data: chunk({}, chatReason(answer)), done: true },
    { data: { ...head("chat.completion.chunk", request), choices: [], usage: chatUsage(answer) }, done: true },
    { data: "[DONE]", done: true },
  ];
}

function toChatCall({ id, name, input }: CompleteAnswer["toolCalls"][number]): object {
  return { id, type: "function", function: { name, arguments: input } };
}

function chatReason(answer: CompleteAnswer): string {
  return answer.finishReason ?? (answer.toolCalls.length > 0 ? "tool_calls" : "stop");
}

function chatUsage({ usage }: CompleteAnswer): object {
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cached },
    completion_tokens_details: { reasoning_tokens: usage.reasoning },
  };
}

function head(object: string, { body }: WireRequest): object {
  return { id: "chatcmpl-1", object, created: 1_700_000_000, model: body.model };
}

function halves(text: string): readonly string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}

function responsesWhole(answer: CompleteAnswer, request: WireRequest): object {
  return {
    ...responsesHead(request),
    output: [...(answer.text === "" ? [] : [messageItem(answer.text)]), ...answer.toolCalls.map(callItem)],
    ...responsesEnd(answer),
  };
}

function responsesEvents(answer: CompleteAnswer, request: WireRequest): readonly WireEvent[] {
  const events: WireEvent[] = [{ data: { type: "response.created", response: responsesHead(request) } }];
  if (answer.text !== "") {
    const item = { type: "message", id: "msg_1", role: "assistant", content: [] };
    events.push({ data: { type: "response.output_item.added", output_index: 0, item } });
    for (const delta of piecesOf(answer.text)) {
      const data = { type: "response.output_text.delta", item_id: "msg_1", output_index: 0, content_index: 0, delta };
      events.push({ data, piece: true });
    }
    events.push({ data: { type: "response.output_item.done", output_index: 0, item: messageItem(answer.text) } });
  }
  answer.toolCalls.forEach((call, index) => {
    const item = callItem(call, index);
    events.push({
      data: { type: "response.output_item.added", output_index: index + 1, item: { ...item, arguments: "" } },
    });
    events.push({ data: { type: "response.output_item.done", output_index: index + 1, item } });
  });
  const response = { ...responsesHead(request), ...responsesEnd(answer) };
  return [...events, { data: { type: "response.completed", response }, done: true }];
}

function responsesHead({ body }: WireRequest): object {
  return { id: "resp_1", object: "response", created_at: 1_700_000_000, model: body.model };
}

function messageItem(text: string): object {
  return { type: "message", id: "msg_1", role: "assistant", content: [{ type: "output_text", text, annotations: [] }] };
}

function callItem({ id, name, input }: CompleteAnswer["toolCalls"][number], index: number): object {
  return { type: "function_call", id: `fc_${index}`, call_id: id, name, arguments: input, status: "completed" };
}

function responsesEnd({ usage, finishReason }: CompleteAnswer): object {
  return {
    incomplete_details: finishReason === undefined ? null : { reason: finishReason },
    usage: {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: usage.cached },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: usage.reasoning },
    },
  };
}
