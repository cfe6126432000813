import { Agent, Crew, defineCrew, Task, type CrewDefinition } from "@boathook/crew";
import { ScriptedModel, type ScriptedReply } from "@boathook/testing";

import type { SubagentRegistry } from "../../src/index.ts";

/** A crew of one boss who may ask the subagents of a registry, for a runtime to make. */
export function bossCrew(registry: SubagentRegistry, replies: readonly ScriptedReply[]): CrewDefinition {
  const llm = new ScriptedModel({ replies });
  const boss = new Agent({ role: "Boss", goal: "g", backstory: "b", llm, tools: [registry.tool()] });
  return defineCrew({
    name: "boss",
    agents: { boss: () => boss },
    tasks: { lead: () => new Task({ description: "Lead", expectedOutput: "done", agent: boss }) },
    crew: ({ agents, tasks }) => new Crew({ agents, tasks }),
  });
}
