import { callTool, ScriptedModel, type ScriptedReply } from "@boathook/testing";
import { tool } from "@boathook/tools";
import { z } from "zod";

import { Agent, type AgentOptions } from "../src/index.ts";

/** Gives back what it is given. */
export const echo = tool({
  name: "echo",
  description: "Says it again",
  inputSchema: z.object({ text: z.string() }),
  execute: ({ text }) => text,
});

/** An agent on a script. */
export function scripted(
  replies: readonly ScriptedReply[],
  options: Partial<AgentOptions> & { supportsTools?: boolean } = {},
): Agent {
  const { supportsTools = true, ...rest } = options;
  return new Agent({
    role: "Worker",
    goal: "Do it",
    backstory: "You do.",
    llm: new ScriptedModel({ replies, supportsTools }),
    ...rest,
  });
}

/** The same tool call in either mode. */
export function action(mode: "native" | "text", name: string, input: Record<string, unknown>): ScriptedReply {
  return mode === "native"
    ? callTool(name, input)
    : `Thought: I need it.\nAction: ${name}\nAction Input: ${JSON.stringify(input)}`;
}

/** The same final answer in either mode. */
export function answer(mode: "native" | "text", text: string): ScriptedReply {
  return mode === "native" ? text : `Thought: I know now.\nFinal Answer: ${text}`;
}
