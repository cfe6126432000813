import type { BoathookEvent } from "@boathook/kernel";

import { FlowCustomEvent } from "../events.ts";

/** One piece of a watched run. */
export interface StreamFrame {
  readonly channel: "lifecycle" | "flow" | "llm" | "tool" | "custom";
  /** The type of the event; of what `this.emit(type, data)` gave, its type. */
  readonly type: string;
  /** The number of the event in its execution. */
  readonly sequence: number;
  /** A piece of streamed text. */
  readonly text: string | undefined;
  readonly event: BoathookEvent | undefined;
  readonly data: unknown;
}

/** What an event looks like in a stream. */
export function frameOf(event: BoathookEvent): StreamFrame {
  const seen = { sequence: event.sequence, event };
  return event instanceof FlowCustomEvent
    ? { ...seen, channel: "custom", type: event.name, text: undefined, data: event.data }
    : { ...seen, channel: channelOf(event.type), type: event.type, text: textOf(event), data: undefined };
}

/** Stands where frames were dropped because nobody read them: `data` is their number. */
export function droppedFrame(count: number, sequence: number): StreamFrame {
  return { channel: "lifecycle", type: "frames_dropped", sequence, text: undefined, event: undefined, data: count };
}

function channelOf(type: string): StreamFrame["channel"] {
  if (type.startsWith("llm_")) return "llm";
  if (type.startsWith("tool_")) return "tool";
  return type.startsWith("flow_") || type.startsWith("method_") ? "flow" : "lifecycle";
}

/** By type, not by class: `llm_stream_chunk` is declared in a package that this file need not know. */
function textOf(event: BoathookEvent): string | undefined {
  const field = TEXT_FIELDS[event.type];
  const piece: unknown = field === undefined ? undefined : Reflect.get(event, field);
  return typeof piece === "string" ? piece : undefined;
}

const TEXT_FIELDS: Readonly<Record<string, string>> = { llm_stream_chunk: "text", method_stream_chunk: "chunk" };
