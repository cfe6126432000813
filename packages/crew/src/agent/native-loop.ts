import type { LlmResponse } from "@boathook/models";

import type { AgentExecution, AgentFinish } from "./agent-execution.ts";
import { askModel, forceAnswer } from "./ask-model.ts";
import { runToolCalls } from "./run-tool-calls.ts";

/** Asks the model, runs the tools it calls, shows it the results, until it answers without a call. */
export async function runNativeLoop(execution: AgentExecution): Promise<AgentFinish> {
  while (execution.iterations < execution.maxIter) {
    const answer = await askModel(execution);
    if (answer.toolCalls.length === 0) return finishWith(execution, answer);
    execution.messages.push({ role: "assistant", content: answer.text, toolCalls: [...answer.toolCalls] });
    const results = await runToolCalls(execution, answer.toolCalls);
    for (const { call, result } of results) {
      execution.messages.push({ role: "tool", toolCallId: call.id, toolName: call.name, content: result.text });
    }
    execution.iterations += 1;
    const final = results.find(({ result }) => result.isFinalAnswer);
    if (final !== undefined) return { text: final.result.text, parsed: undefined, forced: false };
  }
  return { ...finishWith(execution, await forceAnswer(execution)), forced: true };
}

function finishWith(execution: AgentExecution, answer: LlmResponse): AgentFinish {
  execution.messages.push({ role: "assistant", content: answer.text });
  return { text: answer.text, parsed: answer.parsed, forced: false };
}
