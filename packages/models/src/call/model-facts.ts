import type { Fault } from "@boathook/kernel";

import type { Llm, Message } from "../model-types.ts";
import { entriesIn } from "./read-source.ts";

/** What is wrong with the names of the models behind an `Llm`, said before any of them is called; nothing where the run has a resolver of its own. */
export function modelFaults(model: Llm): Fault[] {
  return (entriesIn(model) ?? []).flatMap((entry) => entry.nameFault ?? []);
}

/** How many tokens the model that is asked first reads at most; undefined where nobody said so. */
export function contextWindowOf(model: Llm): number | undefined {
  return entriesIn(model)?.[0]?.contextWindow;
}

const CHARACTERS_PER_TOKEN = 4;
const TOKENS_PER_FILE = 1000;

/** A low estimate of the tokens of a conversation: four characters each, a thousand for a file. */
export function estimateTokens(messages: readonly Message[]): number {
  let tokens = 0;
  for (const message of messages) {
    tokens += tokensIn(message.content);
    if (message.role !== "assistant") continue;
    for (const call of message.toolCalls ?? []) tokens += tokensIn(call.name) + tokensIn(JSON.stringify(call.input));
  }
  return tokens;
}

function tokensIn(content: Message["content"]): number {
  if (typeof content === "string") return Math.ceil(content.length / CHARACTERS_PER_TOKEN);
  return content.reduce((sum, part) => sum + (part.type === "text" ? tokensIn(part.text) : TOKENS_PER_FILE), 0);
}
