import { Agent, type ModelSource } from "boathook";

/** The first model that answers; each with its own settings. */
export const reliable: ModelSource = [
  { model: "openai/gpt-4o-mini", timeoutMs: 20_000, maxRetries: 1, temperature: 0.2 },
  "anthropic/claude-3-5-haiku-latest",
  { model: "llama3.2", baseUrl: "http://127.0.0.1:11434/v1", contextWindow: 8_000 },
];

/** An agent that asks them in this order. */
export function reporter(llm: ModelSource = reliable): Agent {
  return new Agent({ role: "Reporter", goal: "Say what happened", backstory: "You keep to the facts.", llm });
}
