import { Agent, Crew, HookAborted, Memory, on, Task, type MemoryRecord, type ModelSource } from "boathook";

/** Says what a crew keeps of its work, and hooks watch over what is stored and shown. */
export async function keepFacts(llm: ModelSource): Promise<readonly MemoryRecord[]> {
  const memory = new Memory({
    file: ":memory:",
    extract: ({ result }) =>
      result
        .split("\n")
        .filter((line) => line.startsWith("- "))
        .map((line) => ({ text: line.slice(2), kind: "entity", importance: 0.8 })),
  });
  const hooks = [
    on("memory_store", (ctx) => {
      if (/diagnosis/i.test(ctx.payload)) throw new HookAborted("nothing medical is kept", "privacy");
    }),
    on("memory_inject", (ctx) => ctx.payload.filter((match) => match.importance > 0.5)),
  ];
  const agent = new Agent({ role: "Scribe", goal: "List facts", backstory: "You are brief.", llm });
  const task = new Task({ description: "List facts on Ann", expectedOutput: "a list", agent });
  await new Crew({ tasks: [task], memory }).kickoff();
  for (const hook of hooks) hook.unregister();
  const facts = await memory.recall("Ann", { limit: 10 });
  await memory.close();
  return facts;
}
