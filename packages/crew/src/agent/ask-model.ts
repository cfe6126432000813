import { currentFrame } from "@boathook/kernel";
import { callModel, type LlmResponse, type ModelCall } from "@boathook/models";

import type { AgentExecution } from "./agent-execution.ts";
import { checkAnswer } from "./check-answer.ts";
import { askWithinWindow } from "./context/ask-within-window.ts";
import { FINAL_ANSWER_REQUEST } from "./prompts.ts";

/** One model round of the loop. In text mode the tools stand in the prompt. */
export async function askModel(execution: AgentExecution): Promise<LlmResponse> {
  const tools = execution.mode === "native" ? execution.toolbox.toolsForModel() : [];
  const free = execution.tools.length === 0; // tool calls and a forced shape of the answer exclude each other at most providers
  const outputSchema = free ? execution.outputSchema : undefined;
  const { purpose } = execution;
  const call = (): Promise<LlmResponse> => callModel({ ...callOf(execution), tools, purpose, outputSchema });
  return checkAnswer(execution, await askWithinWindow(execution, call));
}

/** The last call at the limit of rounds: no tools, an answer from what is there. */
export async function forceAnswer(execution: AgentExecution): Promise<LlmResponse> {
  execution.messages.push({ role: "user", content: FINAL_ANSWER_REQUEST });
  const outputSchema = execution.mode === "native" ? execution.outputSchema : undefined;
  const call = (): Promise<LlmResponse> =>
    callModel({ ...callOf(execution), tools: [], purpose: "final_answer", outputSchema });
  return checkAnswer(execution, await askWithinWindow(execution, call));
}

function callOf(execution: AgentExecution): Omit<ModelCall, "purpose"> {
  const { agent, task, crew, llm, messages, iterations } = execution;
  return {
    llm,
    messages,
    iterations,
    executor: execution,
    agent,
    agentRole: agent.role,
    task,
    crew,
    stream: currentFrame().streaming === true,
  };
}
