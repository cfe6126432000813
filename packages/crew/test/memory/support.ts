import { afterEach } from "@jest/globals";
import { Memory } from "@boathook/memory";
import { ScriptedModel } from "@boathook/testing";

import { Agent, Crew, Task, type CrewOptions } from "../../src/index.ts";

const memories: Memory[] = [];

afterEach(async () => {
  await Promise.all(memories.splice(0).map((memory) => memory.close()));
});

/** A memory of this process only, closed after the test; its tools are not given out unless asked for. */
export function newMemory(options: ConstructorParameters<typeof Memory>[0] = {}): Memory {
  const memory = new Memory({ file: ":memory:", tools: false, ...options });
  memories.push(memory);
  return memory;
}

/** An agent on a script, and its model. */
export function newAgent(replies: ConstructorParameters<typeof ScriptedModel>[0]["replies"], rest: object = {}) {
  const llm = new ScriptedModel({ replies });
  return { llm, agent: new Agent({ role: "Clerk", goal: "Help", backstory: "Kind", llm, ...rest }) };
}

/** A crew of one task. */
export function newCrew(agent: Agent, description: string, options: Partial<CrewOptions> = {}): Crew {
  return new Crew({ name: "desk", tasks: [new Task({ description, expectedOutput: "an answer", agent })], ...options });
}

/** What the model was asked in its nth call. */
export function asked(llm: ScriptedModel, call = 0): string {
  return JSON.stringify(llm.requests[call]?.messages);
}
