import { errorMessage, log } from "@boathook/kernel";
import { isToolsRefusal, type Message } from "@boathook/models";

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

function asText(message: Message): Message {
  if (message.role === "tool") return { role: "user", content: `Observation: ${message.content}` };
  if (message.role !== "assistant" || message.toolCalls === undefined) return message;
  const calls = message.toolCalls.map(({ name, input }) => `Action: ${name}\nAction Input: ${JSON.stringify(input)}`);
  return { role: "assistant", content: [message.content, ...calls].filter((text) => text !== "").join("\n") };
}
