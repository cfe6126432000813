import { Agent, Crew, Task, type CrewOutput, type ModelSource } from "boathook";

/** Two tasks of one agent: what the first gives is the context of the second. */
export function explain(llm: ModelSource, topic: string): Promise<CrewOutput> {
  const writer = new Agent({
    role: "Writer on {topic}",
    goal: "Make {topic} clear to anybody",
    backstory: "You write short, plain sentences.",
    llm, // e.g. "openai/gpt-4o-mini"; without it the runtime's, else what BOATHOOK_MODEL names
  });
  const facts = new Task({ description: "Collect facts on {topic}", expectedOutput: "five facts", agent: writer });
  const text = new Task({ description: "Write them down", expectedOutput: "one paragraph", agent: writer });
  return new Crew({ tasks: [facts, text] }).kickoff({ topic });
}
