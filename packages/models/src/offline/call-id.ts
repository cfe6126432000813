import type { Message } from "../model-types.ts";
import type { PlannedCall } from "./plan/plan.ts";

/** The id of a tool call: the same for the same seed, conversation and call, different for any two calls of a conversation. */
export function callId(seed: number, messages: readonly Message[], call: PlannedCall, at: number): string {
  const first = messages
    .map((message) => (typeof message.content === "string" ? message.content.slice(0, 200) : message.role))
    .join("\n");
  const place = `${String(messages.length)}_${String(at)}`;
  return `offline_${place}_${hash(`${String(seed)}\n${first}\n${call.tool}\n${JSON.stringify(call.input)}`)}`;
}

/** FNV-1a, 32 bits, twice with different beginnings: short, and no two calls of a run are likely to meet. */
function hash(text: string): string {
  let one = 0x811c9dc5;
  let other = 0x9e3779b9;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit, 0x85ebca6b);
  }
  return (one >>> 0).toString(36) + (other >>> 0).toString(36);
}
