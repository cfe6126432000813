import { log } from "@boathook/kernel";
import { ModelCallError, type LlmResponse } from "@boathook/models";

import type { AgentExecution } from "./agent-execution.ts";

/**
 * Looks at how an answer ended. One that says nothing because it was withheld, or its tokens were used up, is a `ModelCallError`: it must not pass
 * for an empty answer. One that was cut off counts as it is, with a warning.
 */
export function checkAnswer({ agent, llm }: AgentExecution, answer: LlmResponse): LlmResponse {
  const problem = PROBLEMS[answer.finishReason];
  if (problem === undefined || answer.toolCalls.length > 0) return answer;
  if (answer.text.trim() === "") throw new ModelCallError(`The model "${llm.modelId}" gave no answer: ${problem}.`);
  log("warn", { agent: agent.role, model: llm.modelId, finishReason: answer.finishReason }, "an answer is not whole");
  return answer;
}

const PROBLEMS: Readonly<Partial<Record<LlmResponse["finishReason"], string>>> = {
  length: "its limit of output tokens was used up before it said anything; raise maxOutputTokens",
  "content-filter": "its service withheld it",
  error: "its service reported an error in it",
};
