import type { Inputs } from "@boathook/hooks";
import { InvalidInputsError } from "@boathook/kernel";
import { z } from "zod";

import { inputText } from "../text/input-text.ts";

/** The input that the first task is shown: what set the run off, of any shape. */
const TRIGGER_INPUT = "triggerPayload";
/** The input that every task is shown: a list of `{ role, content }`, or its JSON. */
const CHAT_INPUT = "chatMessages";

const chatSchema = z.array(z.object({ role: z.string().min(1), content: z.string() }));

/** The conversation that the inputs bring, as a paragraph of the prompt. Something else in its place is an `InvalidInputsError`. */
export function chatNote(inputs: Inputs): string | undefined {
  const given = inputs[CHAT_INPUT];
  if (given === undefined || given === null || given === "") return undefined;
  const read = chatSchema.safeParse(typeof given === "string" ? parseJson(given) : given);
  if (!read.success)
    throw new InvalidInputsError([{ path: CHAT_INPUT, message: "expected a list of { role, content }, or its JSON" }]);
  if (read.data.length === 0) return undefined;
  return ["The conversation so far:", ...read.data.map(({ role, content }) => `${role}: ${content}`)].join("\n");
}

/** What set the run off, as a paragraph of the prompt. */
export function triggerNote(inputs: Inputs): string | undefined {
  const given = inputs[TRIGGER_INPUT];
  return given === undefined || given === null ? undefined : `What set this off:\n${inputText(given, TRIGGER_INPUT)}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the schema says what was expected
  }
}
