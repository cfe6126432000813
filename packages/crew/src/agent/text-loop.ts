import { newId } from "@boathook/kernel";
import type { LlmResponse } from "@boathook/models";

import type { AgentExecution, AgentFinish } from "./agent-execution.ts";
import { askModel, forceAnswer } from "./ask-model.ts";
import { readTextAnswer, type TextAnswer } from "./read-text-answer.ts";
import { runToolCalls } from "./run-tool-calls.ts";
import { callsAsText } from "./text-fallback.ts";
import { FORMAT_HINT } from "./prompts.ts";

/** The same loop for models without tool calls: actions are written and read as text. */
export async function runTextLoop(execution: AgentExecution): Promise<AgentFinish> {
  while (execution.iterations < execution.maxIter) {
    const response = await askModel(execution);
    if (response.toolCalls.length > 0) {
      const final = await takeNativeCalls(execution, response);
      execution.iterations += 1;
      if (final !== undefined) return { text: final, parsed: undefined, forced: false };
      continue;
    }
    const answer = readTextAnswer(response.text);
    execution.messages.push({ role: "assistant", content: answer.said });
    if (answer.kind === "final") return { text: answer.text, parsed: undefined, forced: false };
    const final = await act(execution, answer);
    execution.iterations += 1;
    if (final !== undefined) return { text: final, parsed: undefined, forced: false };
  }
  const forced = readTextAnswer((await forceAnswer(execution)).text);
  execution.messages.push({ role: "assistant", content: forced.said });
  return { text: forced.kind === "final" ? forced.text : forced.said, parsed: undefined, forced: true };
}

/** A model that calls natively although it was shown no tools meant what it called; the conversation stays text. */
async function takeNativeCalls(
  execution: AgentExecution,
  { text, toolCalls }: LlmResponse,
): Promise<string | undefined> {
  execution.messages.push(callsAsText(text, toolCalls));
  const results = await runToolCalls(execution, toolCalls);
  for (const { result } of results) execution.messages.push({ role: "user", content: `Observation: ${result.text}` });
  return results.find(({ result }) => result.isFinalAnswer)?.result.text;
}

/** Runs the action, or says what is wrong with it; a text when the tool gave the final answer. */
async function act(
  execution: AgentExecution,
  answer: Exclude<TextAnswer, { kind: "final" }>,
): Promise<string | undefined> {
  if (answer.kind === "broken") {
    execution.messages.push({ role: "user", content: FORMAT_HINT });
    return undefined;
  }
  const [ran] = await runToolCalls(execution, [{ id: newId(), name: answer.tool, ...answer.input }]);
  if (ran === undefined) return undefined;
  execution.messages.push({ role: "user", content: `Observation: ${ran.result.text}` });
  return ran.result.isFinalAnswer ? ran.result.text : undefined;
}
