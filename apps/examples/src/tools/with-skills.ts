import { fileURLToPath } from "node:url";

import { Agent, type AgentOutput, type ModelSource } from "boathook";

const SKILLS = fileURLToPath(new URL("../../config/tools/skills", import.meta.url));

/** The prompt names each skill in a line; the model reads the instructions, and then a file beside them, when it needs them. */
export function withSkills(llm: ModelSource): Promise<AgentOutput> {
  const agent = new Agent({
    role: "Editor",
    goal: "Write it",
    backstory: "You keep to the rules.",
    llm,
    skills: [SKILLS],
  });
  return agent.kickoff("Write the release notes.");
}
