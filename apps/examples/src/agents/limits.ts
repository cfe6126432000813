import { Agent, type ModelSource, type Tool } from "boathook";

/** What an agent may take: each is a hard limit. */
export function careful(llm: ModelSource, tools: readonly Tool[]): Agent {
  return new Agent({
    role: "Researcher",
    goal: "Find out",
    backstory: "You read before you write.",
    llm,
    tools,
    maxIter: 8, // model rounds, then one forced final answer
    maxRpm: 30, // model calls in any 60 seconds; further ones wait
    maxExecutionTimeMs: 120_000, // then everything it does is cancelled
    maxRetryLimit: 1, // attempts after one that failed by surprise
    respectContextWindow: true, // a conversation that is too long is summarised
    injectDate: true,
  });
}
