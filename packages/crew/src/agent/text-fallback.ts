import { errorMessage, log } from "@boathook/kernel";
import { isToolsRefusal, type Message, type ToolCall } from "@boathook/models";

import type { AgentExecution } from "./agent-execution.ts";
import { toolInstructions } from "./prompts.ts";

/** True when a native execution can go on in text mode after this failure: the model refused its tools, and nobody asked for native calls. */
export function canFallBack({ agent, tools }: AgentExecution, thrown: unknown): boolean {
  return tools.length > 0 && agent.options.toolCalling !== "native" && isToolsRefusal(thrown);
}

/** Goes on in text mode: the tools are described in the first message, and what was done with native calls is written as text. */
export function fallBackToText(execution: AgentExecution, thrown: unknown): void {
  log(
    "warn",
    { agent: execution.agent.role, model: execution.llm.modelId, error: errorMessage(thrown) },
    "a model takes no tools; the agent goes on in text mode",
  );
  const { messages } = execution;
  const written = messages.map(asText);
  const instructions = toolInstructions(execution.toolbox.toolsForModel());
  const [first] = written;
  if (first?.role === "system") written[0] = { role: "system", content: `${first.content}\n\n${instructions}` };
  else written.unshift({ role: "system", content: instructions });
  messages.length = 0;
  messages.push(...written);
  execution.mode = "text";
}

/** Native calls as text mode writes them. */
export function callsAsText(text: string, calls: readonly ToolCall[]): Message {
  const actions = calls.map(
    ({ name, input, invalidInput }) => `Action: ${name}\nAction Input: ${invalidInput ?? JSON.stringify(input)}`,
  );
  return { role: "assistant", content: [text, ...actions].filter((part) => part !== "").join("\n") };
}

function asText(message: Message): Message {
  if (message.role === "tool") return { role: "user", content: `Observation: ${message.content}` };
  if (message.role !== "assistant" || message.toolCalls === undefined) return message;
  return callsAsText(message.content, message.toolCalls);
}
