import { Agent, askPersonTool, type AgentOutput, type HumanInput, type ModelSource } from "boathook";

/** The model may ask a person; when nobody answers in time it is told so, and goes on. */
export function askTheOwner(llm: ModelSource, humanInput: HumanInput): Promise<AgentOutput> {
  const tools = [askPersonTool({ timeoutMs: 60_000 })];
  const agent = new Agent({ role: "Planner", goal: "Plan the day", backstory: "You ask when in doubt.", llm, tools });
  return agent.kickoff("Plan my day.", { humanInput });
}
