// Run by a test as a process of its own: kicks a crew off under every kind of time limit, says so, and must then end by itself.
import { defineHook } from "@boathook/hooks";
import { BaseLlm, usageOf, type LlmResponse } from "@boathook/models";

import { Agent, Crew, Task } from "../../src/index.ts";

class Fixed extends BaseLlm {
  readonly modelId = "fixed";

  generate(): Promise<LlmResponse> {
    return Promise.resolve({
      text: "done",
      toolCalls: [],
      parsed: undefined,
      finishReason: "stop",
      usage: usageOf({}),
    });
  }
}

const agent = new Agent({ role: "r", goal: "g", backstory: "b", llm: new Fixed(), maxExecutionTimeMs: 60_000 });
const crew = new Crew({
  tasks: [new Task({ description: "d", expectedOutput: "e", agent })],
  hooks: [defineHook("pre_step", { timeoutMs: 60_000 }, () => Promise.resolve())],
});
const { raw } = await crew.kickoff({}, { timeoutMs: 60_000, signal: new AbortController().signal });
process.stdout.write(`${raw}\n`);
