import { Agent, Crew, Memory, Task, type ModelSource } from "boathook";

/** A desk that remembers what it answered, for each customer by itself. */
export async function supportDesk(
  llm: ModelSource,
  file: string,
): Promise<(userId: string, question: string) => Promise<string>> {
  const memory = new Memory({ file });
  const clerk = new Agent({ role: "Clerk", goal: "Answer customers", backstory: "You are patient.", llm });
  const answer = new Task({ description: "Answer: {question}", expectedOutput: "two sentences", agent: clerk });
  const desk = new Crew({ name: "desk", tasks: [answer], memory });
  await memory.remember("Refunds take five working days.", { scope: "/crew/desk" }); // for everybody
  return async (userId, question) => {
    const output = await desk.kickoff({ question }, { metadata: { userId } });
    return output.raw; // what it gave is on disk by now
  };
}
