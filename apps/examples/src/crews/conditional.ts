import { Agent, ConditionalTask, Crew, Task, type CrewOutput, type HumanInput, type ModelSource } from "boathook";

/** A plan that a person reads, and a second task only where the plan is long. */
export function planTrip(llm: ModelSource, humanInput: HumanInput): Promise<CrewOutput> {
  const guide = new Agent({ role: "Guide", goal: "Plan trips", backstory: "You know the coast.", llm });
  const plan = new Task({
    name: "plan",
    description: "Plan {days} days at the sea",
    expectedOutput: "a line for each day",
    agent: guide,
    humanInput: true, // Enter accepts it; anything else goes back to the guide
  });
  const summary = new ConditionalTask({
    name: "summary",
    description: "Sum the plan up",
    expectedOutput: "one sentence",
    agent: guide,
    condition: ({ raw }) => raw.split("\n").length > 3,
  });
  return new Crew({ tasks: [plan, summary] }).kickoff({ days: 5 }, { humanInput });
}
