import { Agent, Crew, Task, type CrewOptions, type HumanInput, type ModelSource } from "boathook";

function reviewCrew(llm: ModelSource, options: Partial<CrewOptions> = {}): Crew {
  const agent = new Agent({ role: "Reviewer", goal: "Review", backstory: "You are kind.", llm });
  const task = new Task({ name: "review", description: "Review the text", expectedOutput: "a review", agent });
  return new Crew({ tasks: [task], ...options });
}

/** A person says once what is wrong with each output; the crew that names the file works by it. */
export async function trainAndTest(
  llm: ModelSource,
  judge: ModelSource,
  { humanInput, file }: { readonly humanInput: HumanInput; readonly file: string },
): Promise<string> {
  await reviewCrew(llm).train(1, { file, humanInput });
  const result = await reviewCrew(llm, { trainedFile: file }).test(2, judge);
  return String(result); // a table: a line per task, a column per run
}
