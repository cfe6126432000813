import { dispatchIfHooked, HookAborted } from "@boathook/hooks";
import { emit } from "@boathook/kernel";
import { callModel, estimateTokens, type Message } from "@boathook/models";

import type { Equipment } from "../equipment/equipment.ts";
import { ConversationCompactedEvent } from "../events.ts";
import { refsOf } from "./run-turn.ts";
import type { Transcript } from "./transcript.ts";

/** Estimated tokens of a conversation from which on its older part is summarised. */
const COMPACT_AT_TOKENS = 24_000;
/** The newest turns stay word for word. */
const KEPT_TURNS = 4;

/** True when the conversation is so long that its older part should be summarised. */
export function isLong(transcript: Transcript, { profile }: Equipment): boolean {
  if (transcript.openTurns.length <= KEPT_TURNS) return false;
  return estimateTokens(transcript.messages()) > (profile.compactAtTokens ?? COMPACT_AT_TOKENS);
}

/**
 * Puts a summary, written by the assistant's model, in the place of the older turns; with "manual" of all but the newest. False: there was nothing to
 * summarise, or a hook said no. What is summarised stays in the record.
 */
export async function compact(
  transcript: Transcript,
  equipment: Equipment,
  trigger: "auto" | "manual",
): Promise<boolean> {
  const turns = transcript.openTurns.length - (trigger === "auto" ? KEPT_TURNS : 1);
  if (turns < 1) return false;
  const about = { ...refsOf(transcript.id, equipment.profile.id), trigger, turns };
  try {
    await dispatchIfHooked("pre_compact", () => about);
  } catch (error) {
    if (HookAborted.is(error)) return false;
    throw error;
  }
  const summary = await summaryOf(transcript, equipment, turns);
  await transcript.addSummary({ summary, turns });
  const { conversationId } = about;
  emit(ConversationCompactedEvent, { conversationId, turns, summary });
  await dispatchIfHooked("post_compact", () => ({ ...about, summary }));
  return true;
}

async function summaryOf(transcript: Transcript, { agent }: Equipment, turns: number): Promise<string> {
  const kept = transcript.openTurns.slice(turns).filter(({ status }) => status === "ok");
  const keptMessages = kept.reduce((count, { messages }) => count + 1 + messages.length, 0);
  const all = transcript.messages();
  const older = all.slice(0, all.length - keptMessages).map(lineOf);
  const messages: Message[] = [
    { role: "system", content: "You write down what a conversation has come to, for the one who goes on with it." },
    {
      role: "user",
      content: `Summarise this conversation: what was asked, decided, found out and left open, with every name, number and date that may matter later.\n\n${older.join("\n")}`,
    },
  ];
  const { text } = await callModel({ llm: agent.llm, messages, purpose: "summary", agent });
  return text;
}

function lineOf(message: Message): string {
  const { role, content } = message;
  const text =
    typeof content === "string"
      ? content
      : content.map((part) => (part.type === "text" ? part.text : "[file]")).join(" ");
  return `${role}: ${text}`;
}
