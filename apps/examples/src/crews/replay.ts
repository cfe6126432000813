import { Agent, Crew, Task, type CrewOutput, type ModelSource } from "boathook";

/** Outputs are kept in a folder, so that a run can go on from any of its tasks. */
export async function writeTwice(llm: ModelSource, folder: string): Promise<[CrewOutput, CrewOutput]> {
  const agent = new Agent({ role: "Author", goal: "Write", backstory: "You never stop.", llm });
  const texts = { expectedOutput: "a text", agent };
  const crew = new Crew({
    name: "book",
    tasks: [
      new Task({ name: "research", description: "Read on {topic}", ...texts }),
      new Task({ name: "chapter", description: "Write a chapter", ...texts }),
    ],
    outputs: folder, // `true`: in .boathook/outputs
  });
  const first = await crew.kickoff({ topic: "harbours" }, { runId: "monday" });
  const second = await crew.replay("chapter", { runId: "monday" }); // the research is not done again
  return [first, second];
}
