import { currentFrame } from "@boathook/kernel";
import type { Message } from "@boathook/models";

/** How many messages of the parent's conversation a fork is told. */
const MOST_MESSAGES = 20;
const LONGEST_TEXT = 4_000;

/** What was said in a conversation, as a text: what people and the agent said, without system texts, calls and results of tools. */
export function transcriptOf(messages: readonly Message[]): string {
  const said = messages.flatMap((message) => {
    if (message.role !== "user" && message.role !== "assistant") return [];
    const text = textOf(message.content).trim();
    return text === "" ? [] : [`${message.role}: ${text.slice(0, LONGEST_TEXT)}`];
  });
  if (said.length === 0) return "";
  return ["What was said so far:", ...said.slice(-MOST_MESSAGES)].join("\n");
}

/** The conversation of the agent that works here; empty outside of one. */
export function conversationHere(): readonly Message[] {
  return currentFrame().executor?.messages ?? [];
}

function textOf(content: Message["content"]): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : "[file]")).join(" ");
}
