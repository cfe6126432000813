import { newId } from "@boathook/kernel";

import type { ToolCall } from "../model-types.ts";
import { isRecord, readText } from "./read-value.ts";

/** Reads a `tool-call` part. An input that is no JSON object does not spoil the answer: the call carries its raw text as `invalidInput`. */
export function readToolCall(part: Record<string, unknown>, path: string): ToolCall {
  const name = readText(part.toolName, `${path}.toolName`);
  const id = typeof part.toolCallId === "string" && part.toolCallId !== "" ? part.toolCallId : `call_${newId()}`;
  if (isRecord(part.input)) return { id, name, input: part.input };
  return { id, name, ...readInput(readText(part.input, `${path}.input`)) };
}

/** Gives later calls with an id that was used already a fresh one: results are matched by id, and some local servers repeat it. */
export function withUniqueIds(calls: readonly ToolCall[]): readonly ToolCall[] {
  if (calls.length < 2) return calls;
  const seen = new Set<string>();
  return calls.map((call) => {
    const unique = seen.has(call.id) ? { ...call, id: `call_${newId()}` } : call;
    seen.add(unique.id);
    return unique;
  });
}

function readInput(text: string): Pick<ToolCall, "input" | "invalidInput"> {
  if (text.trim() === "") return { input: {} }; // how providers send a call without arguments
  try {
    const input: unknown = JSON.parse(text, text.includes("__proto__") ? withoutProto : undefined);
    if (isRecord(input)) return { input };
  } catch {
    // falls through: the marker below is the report
  }
  return { input: {}, invalidInput: text };
}

/** An own key `__proto__` would set a prototype where the input is copied by assignment. */
function withoutProto(this: unknown, key: string, value: unknown): unknown {
  return key === "__proto__" ? undefined : value;
}
