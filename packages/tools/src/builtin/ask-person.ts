import { askPerson, HumanInputUnavailableError } from "@boathook/hooks";
import { readOptions } from "@boathook/kernel";
import { z } from "zod";

import { tool } from "../define-tool.ts";
import { ToolFailure } from "../tool-failure.ts";
import type { Tool } from "../tool.ts";

/** What `askPersonTool` is told. */
export interface AskPersonOptions {
  /** What the person reads below the question; default `Your answer:`. */
  defaultMessage?: string | undefined;
  /** Milliseconds until nobody is expected to answer; no limit by default. */
  timeoutMs?: number | undefined;
}

const optionsSchema = z.strictObject({
  defaultMessage: z.string().optional(),
  timeoutMs: z.number().positive().optional(),
});

const inputSchema = z.object({
  question: z.string().min(1).max(10_000).describe("The question, with all that is needed to answer it"),
});

/** What a model writes to ask a person. */
export type AskPersonInput = z.infer<typeof inputSchema>;

/** `ask_person`: puts a question to whoever the runtime's `HumanInput` reaches. When nobody answers, the model is told so and the run goes on. */
export function askPersonTool(options: AskPersonOptions = {}): Tool<AskPersonInput, string | ToolFailure> {
  const { defaultMessage = "Your answer:", timeoutMs } = readOptions(optionsSchema, options, {
    subject: "ask_person tool",
  });
  const more = timeoutMs === undefined ? {} : { timeoutMs };
  return tool({
    name: "ask_person",
    description:
      "Asks a person a question and gives the answer. Use it when only a person can know or decide something.",
    inputSchema,
    cache: false,
    access: "read",
    execute: async ({ question }) => {
      try {
        const answer = await askPerson({ prompt: question, defaultMessage, ...more });
        return answer === "" ? "The person gave no answer." : answer;
      } catch (thrown) {
        // A gate that cannot ask must stop the run; a question that cannot be asked must not.
        if (!HumanInputUnavailableError.is(thrown)) throw thrown;
        return new ToolFailure({ reason: "human_input_unavailable", message: `Nobody answers: ${thrown.reason}` });
      }
    },
  });
}
