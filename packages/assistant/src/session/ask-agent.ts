import { dispatchIfHooked, HookAborted, SkipOperation } from "@boathook/hooks";
import { currentFrame, errorMessage, log, throwIfCancelled } from "@boathook/kernel";
import { memoriesToShow } from "@boathook/memory";
import type { Message } from "@boathook/models";

import type { Equipment } from "../equipment/equipment.ts";
import type { SessionRefs, TurnStopContext } from "../points/session-points.ts";

/** What a turn asks the agent. */
export interface Question {
  readonly past: readonly Message[];
  readonly text: string;
  /** Shown with the message: what hooks, memory and knowledge have to say. */
  readonly notes: readonly string[];
}

/** What the agent answered. */
export interface Answer {
  readonly text: string;
  /** What came after the question: calls, results, the answer. */
  readonly messages: readonly Message[];
}

/** How often hooks may send an agent on that wanted to stop. */
const MOST_ROUNDS = 8;

/** Asks until nobody wants the agent to go on. */
export async function askAgent(equipment: Equipment, question: Question, refs: SessionRefs): Promise<Answer> {
  const { text, notes } = question;
  const content = notes.length === 0 ? text : [text, `Context:\n${notes.join("\n\n")}`].join("\n\n");
  const said: Message[] = [...question.past, { role: "user", content }];
  const start = said.length;
  for (let round = 0; ; round += 1) {
    const { raw, messages } = await equipment.agent.kickoff(said);
    said.push(...afterQuestion(messages, said, raw));
    const reason = round >= MOST_ROUNDS ? undefined : await reasonToGoOn(refs, raw, round > 0);
    if (reason === undefined) return { text: raw, messages: said.slice(start) };
    said.push({ role: "user", content: reason });
  }
}

/** What the conversation of the agent has beyond what it was asked; where a summary took the place of that, the answer alone. */
function afterQuestion(messages: readonly Message[], asked: readonly Message[], raw: string): readonly Message[] {
  const question = asked.at(-1)?.content;
  const at = messages.findLastIndex(({ role, content }) => role === "user" && content === question);
  const rest = at === -1 ? [] : messages.slice(at + 1);
  const last = rest.at(-1);
  if (last?.role === "assistant" && last.content === raw) return rest;
  return [...rest, { role: "assistant", content: raw }];
}

async function reasonToGoOn(refs: SessionRefs, response: string, isContinued: boolean): Promise<string | undefined> {
  const context: TurnStopContext = { ...refs, response, isContinued, continueReason: undefined };
  await dispatchIfHooked("turn_stop", () => context);
  return context.continueReason;
}

/** What memory has to say; a hook that skips or refuses it costs the turn nothing but the note. */
export async function recalled({ memory, memoryScope, profile }: Equipment, query: string): Promise<string[]> {
  if (memory === undefined) return [];
  const { limit = 5, minScore = 0.35 } = typeof profile.memory === "object" ? profile.memory : {};
  try {
    const found = await memory.recall(query, { scope: memoryScope, limit, minScore });
    const shown = await memoriesToShow(query, found);
    if (shown.length === 0) return [];
    return [["What is remembered of earlier conversations:", ...shown.map(({ text }) => `- ${text}`)].join("\n")];
  } catch (error) {
    throwIfCancelled(currentFrame().signal);
    if (!SkipOperation.is(error) && !HookAborted.is(error)) {
      log("warn", { error: errorMessage(error) }, "a turn goes on without memories that it could have had");
    }
    return [];
  }
}
