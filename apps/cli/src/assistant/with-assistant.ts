import { Assistant, type AssistantOptions } from "@boathook/assistant";
import { z } from "zod";

import { existingFile } from "../io/given.ts";

/** The options of every command that opens an assistant. */
export const assistantShape = {
  profile: z.string().min(1).default("assistant.json"),
  model: z.string().min(1).optional(),
  offline: z.boolean().optional(),
};

/** Opens the assistant of a profile, with the skill hooks of the working folder as far as they are trusted, and closes it. */
export async function withAssistant<T>(
  given: { readonly profile: string; readonly model?: string | undefined; readonly offline?: boolean | undefined },
  options: AssistantOptions,
  work: (assistant: Assistant) => Promise<T>,
): Promise<T> {
  const file = existingFile("--profile", given.profile);
  const llm = given.offline === true ? "offline" : given.model;
  const assistant = await Assistant.fromProfile(file, {
    skillHooks: { projectDir: process.cwd() },
    ...(llm !== undefined && { llm }),
    ...options,
  });
  try {
    return await work(assistant);
  } finally {
    await assistant.close();
  }
}
