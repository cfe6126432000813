import { Agent, Crew, Task, type CrewOutput, type ModelSource } from "boathook";

/** Texts, images and PDF go to the model itself; what it does not take it reads with the tool `read_file`. */
export function describePicture(llm: ModelSource, picture: Uint8Array): Promise<CrewOutput> {
  const agent = new Agent({ role: "Critic", goal: "Describe pictures", backstory: "You look twice.", llm });
  const task = new Task({
    description: "Describe the picture by the house rules",
    expectedOutput: "one sentence",
    agent,
    inputFiles: { rules: new TextEncoder().encode("No adjectives.") }, // bytes, a path, or a URL
  });
  return new Crew({ tasks: [task] }).kickoff({}, { inputFiles: { picture } });
}
