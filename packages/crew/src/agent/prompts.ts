import type { Message, ModelToolSpec } from "@boathook/models";

import type { AgentRef } from "../ref-types.ts";
import { isTemplated, templated } from "./templates.ts";

/** Asked at the limit of rounds. */
export const FINAL_ANSWER_REQUEST =
  "You have used all the steps you have. Do not call any more tools. Give your best final answer now, from what you know so far.";

/** Answered in text mode to an action that cannot be read. */
export const FORMAT_HINT = [
  "That action could not be read. To use a tool write exactly:",
  "Action: <name of the tool>",
  "Action Input: <its arguments as one JSON object>",
  "To finish write:",
  "Final Answer: <your answer>",
].join("\n");

/** What the prompt of one execution is made of. */
export interface PromptParts {
  readonly agent: AgentRef;
  /** The user message, or a conversation. */
  readonly request: string | readonly Message[];
  /** The tools to describe in the text; empty in native mode. */
  readonly textTools: readonly ModelToolSpec[];
  /** What is said of skills. */
  readonly skills?: string | undefined;
  readonly date: string | undefined;
}

/** The conversation as it begins: who the agent is, and what is asked of it. */
export function openingMessages(parts: PromptParts): Message[] {
  const { agent, request } = parts;
  const talk: readonly Message[] = typeof request === "string" ? [{ role: "user", content: request }] : request;
  const system = systemText(parts);
  if (isTemplated(agent.options)) return templated(agent.options, system, talk);
  return [{ role: "system", content: system }, ...talk];
}

function systemText({ agent, textTools, skills, date }: PromptParts): string {
  const paragraphs = [`You are ${agent.role}.\n${agent.backstory}`, `Your goal: ${agent.goal}`];
  if (skills !== undefined) paragraphs.push(skills);
  if (date !== undefined) paragraphs.push(`Today is ${date}.`);
  if (textTools.length > 0) paragraphs.push(toolInstructions(textTools));
  return paragraphs.join("\n\n");
}

/** Text mode: which tools there are, and how their use is written. */
export function toolInstructions(tools: readonly ModelToolSpec[]): string {
  const list = tools.map(
    (tool) => `- ${tool.name}: ${tool.description}\n  Arguments (JSON Schema): ${JSON.stringify(tool.inputSchema)}`,
  );
  return [
    "You can use these tools:",
    ...list,
    "",
    "To use one, write these lines and then stop:",
    "Thought: <what you are about to do and why>",
    "Action: <name of the tool>",
    "Action Input: <its arguments as one JSON object>",
    "You are then shown its result after `Observation:`. When you know enough, write:",
    "Final Answer: <your complete answer>",
  ].join("\n");
}
