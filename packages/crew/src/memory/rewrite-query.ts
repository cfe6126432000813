import { callModel } from "@boathook/models";

import type { Worker } from "./memory-of.ts";

const INSTRUCTIONS =
  "You turn a task into a search query for a collection of documents. Name what has to be looked up, in at most 20 words; leave out how the answer is to be written. Answer with the query alone.";

/** A query for what the task needs to know, by the agent's model; the task itself where the model says nothing. */
export async function rewriteQuery({ agent, crew }: Worker, task: string): Promise<string> {
  const { text } = await callModel({
    llm: agent.llm,
    messages: [
      { role: "system", content: INSTRUCTIONS },
      { role: "user", content: task },
    ],
    purpose: "retrieval",
    agent,
    agentRole: agent.role,
    crew,
  });
  return text.trim() === "" ? task : text.trim();
}
