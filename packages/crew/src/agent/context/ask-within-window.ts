import { errorMessage, log } from "@boathook/kernel";
import {
  ContextWindowExceededError,
  contextWindowOf,
  estimateTokens,
  isContextOverflow,
  type LlmResponse,
} from "@boathook/models";

import type { AgentExecution } from "../agent-execution.ts";
import { summarise } from "./summarise.ts";

const MOST_SUMMARIES = 3;

/**
 * Asks the model. Where the conversation is longer than it can read (its service says so, or its `contextWindow` is known), the conversation
 * is summarised and the model asked again; with `respectContextWindow: false`, and where summaries do not help, it is a
 * `ContextWindowExceededError`.
 */
export async function askWithinWindow(
  execution: AgentExecution,
  ask: () => Promise<LlmResponse>,
): Promise<LlmResponse> {
  for (let round = 0; ; round += 1) {
    try {
      checkWindow(execution);
      return await ask();
    } catch (thrown) {
      if (!isContextOverflow(thrown)) throw thrown;
      const error = overflowOf(thrown);
      if (execution.agent.options.respectContextWindow === false || round === MOST_SUMMARIES) throw error;
      log("info", { agent: execution.agent.role, error: errorMessage(thrown) }, "a conversation is summarised");
      if (!(await summarise(execution))) throw error;
    }
  }
}

function checkWindow({ llm, messages }: AgentExecution): void {
  const window = contextWindowOf(llm);
  if (window === undefined) return;
  const tokens = estimateTokens(messages);
  if (tokens > window)
    throw new ContextWindowExceededError(
      `The conversation has about ${tokens} tokens, and "${llm.modelId}" reads ${window} at most.`,
    );
}

function overflowOf(thrown: unknown): unknown {
  return ContextWindowExceededError.is(thrown)
    ? thrown
    : new ContextWindowExceededError(errorMessage(thrown), { cause: thrown });
}
