import { Agent, Crew, Process, Task, type CrewOutput, type ModelSource } from "boathook";

/** The manager does every task, with the others' help; a task needs no agent of its own. */
export function launch(llm: ModelSource): Promise<CrewOutput> {
  const writer = new Agent({ role: "Writer", goal: "Write", backstory: "You write plainly.", llm });
  const lawyer = new Agent({ role: "Lawyer", goal: "Check", backstory: "You read the small print.", llm });
  const task = new Task({ description: "Announce {product}", expectedOutput: "a text that may go out" });
  const crew = new Crew({
    agents: [writer, lawyer],
    tasks: [task],
    process: Process.hierarchical,
    managerLlm: llm, // or managerAgent
  });
  return crew.kickoff({ product: "a boat" });
}
