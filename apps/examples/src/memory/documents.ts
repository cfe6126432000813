import { Agent, Crew, Knowledge, Task, type CrewOutput, type ModelSource } from "boathook";

/** What fits a task in a folder of documents is shown to its agent, with the name of the file. */
export async function answerFrom(llm: ModelSource, root: string, question: string): Promise<CrewOutput> {
  const handbook = new Knowledge({
    root, // nothing outside of it is ever read
    sources: [
      { folder: "handbook" }, // .md .txt .csv .json .jsonl .pdf, and what lies deeper
      { file: "prices.csv" },
      { name: "opening hours", text: "The desk is open from nine to five." },
    ],
  });
  await handbook.sync(); // optional: every source that cannot be read, in one error, before the crew starts
  const clerk = new Agent({ role: "Clerk", goal: "Answer", backstory: "You quote.", llm, knowledge: handbook });
  const answer = new Task({ description: "{question}", expectedOutput: "one sentence and its source", agent: clerk });
  const output = await new Crew({ tasks: [answer] }).kickoff({ question });
  await handbook.close();
  return output;
}
