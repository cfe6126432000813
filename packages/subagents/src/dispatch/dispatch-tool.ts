import { tool, ToolFailure, type Tool } from "@boathook/tools";
import { z } from "zod";

import type { Subagent } from "../definition/definition.ts";
import { SubagentError } from "../errors.ts";
import type { SubagentResult } from "./result.ts";
import type { Teammate } from "./teammate.ts";

/** What the tool needs of a registry. */
export interface Dispatcher {
  list(): readonly Subagent[];
  dispatch(options: { name: string; task: string; context: string; signal: AbortSignal }): Promise<SubagentResult>;
}

const input = z.object({
  subagent: z.string().describe("the name of the subagent"),
  task: z.string().min(1).describe("what is to be done"),
  context: z.string().default("").describe("everything it needs to know for that"),
});

/** `delegate_to_subagent`: a call like any other, that every hook of tools sees. A subagent that failed is a failure of the tool. */
export function dispatchTool(registry: Dispatcher): Tool {
  const offered = registry.list().map(({ name, description }) => `- ${name}: ${description}`);
  return tool({
    name: "delegate_to_subagent",
    description: `Hand a piece of work to a subagent, and get what it made of it:\n${offered.join("\n")}`,
    inputSchema: input,
    cache: false,
    execute: async ({ subagent: name, task, context }, { signal }) => {
      try {
        const result = await registry.dispatch({ name, task, context, signal });
        return result.status === "completed" ? result.text : failureOf(result);
      } catch (error) {
        if (!SubagentError.is(error)) throw error;
        return new ToolFailure({ message: error.message, reason: error.code, retryable: true });
      }
    },
  });
}

function failureOf({ subagentName, status, error }: SubagentResult): ToolFailure {
  const { message = "", code = "subagent_failed" } = (error ?? {}) as { message?: string; code?: string }; // whatever was thrown
  return new ToolFailure({
    message: `The subagent "${subagentName}" ${status === "cancelled" ? "was cancelled" : "failed"}: ${message}`,
    reason: code,
  });
}

/** `tell_parent`: a teammate's way to say something while it works on. */
export function tellParentTool(teammate: Teammate): Tool {
  return tool({
    name: "tell_parent",
    description: "Say something to whoever gave you the work, while you work on. It is no answer to your task.",
    inputSchema: z.object({ text: z.string().min(1) }),
    cache: false,
    access: "read",
    execute: ({ text }) => {
      teammate.tell(text);
      return "It was told.";
    },
  });
}
