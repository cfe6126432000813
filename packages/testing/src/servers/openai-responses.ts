import { wordsOf } from "../words.ts";
import type { ServerRequest } from "./server-reply.ts";
import type { CompleteAnswer, CompleteCall, WireEvent } from "./wire-format.ts";

/** The body of a response. */
export function responsesWhole(answer: CompleteAnswer, request: ServerRequest): object {
  const output = [...(answer.text === "" ? [] : [messageItem(answer.text)]), ...answer.toolCalls.map(callItem)];
  return { ...head(request), output, ...end(answer) };
}

/** The events of a streamed response. */
export function responsesEvents(answer: CompleteAnswer, request: ServerRequest): readonly WireEvent[] {
  return [
    { data: { type: "response.created", response: head(request) } },
    ...(answer.text === "" ? [] : textEvents(answer.text)),
    ...answer.toolCalls.flatMap((call, index) => callEvents(callItem(call, index), index + 1)),
    { data: { type: "response.completed", response: { ...head(request), ...end(answer) } }, done: true },
  ];
}

function textEvents(text: string): readonly WireEvent[] {
  const item = { type: "message", id: "msg_1", role: "assistant", content: [] };
  return [
    { data: { type: "response.output_item.added", output_index: 0, item } },
    ...wordsOf(text).map((delta) => ({
      data: { type: "response.output_text.delta", item_id: "msg_1", output_index: 0, content_index: 0, delta },
      piece: true,
    })),
    { data: { type: "response.output_item.done", output_index: 0, item: messageItem(text) } },
  ];
}

function callEvents(item: object, index: number): readonly WireEvent[] {
  return [
    { data: { type: "response.output_item.added", output_index: index, item: { ...item, arguments: "" } } },
    { data: { type: "response.output_item.done", output_index: index, item } },
  ];
}

function head({ body }: ServerRequest): object {
  return { id: "resp_1", object: "response", created_at: 1_700_000_000, model: body.model };
}

function messageItem(text: string): object {
  return { type: "message", id: "msg_1", role: "assistant", content: [{ type: "output_text", text, annotations: [] }] };
}

function callItem({ id, name, input }: CompleteCall, index: number): object {
  return { type: "function_call", id: `fc_${index}`, call_id: id, name, arguments: input, status: "completed" };
}

function end({ usage, finishReason }: CompleteAnswer): object {
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
