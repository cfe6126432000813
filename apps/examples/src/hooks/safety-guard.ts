import {
  Agent,
  Crew,
  HookAborted,
  InterceptionPoint,
  on,
  Task,
  tool,
  type CrewOutput,
  type ModelSource,
} from "boathook";
import { z } from "zod";

/** What the tool did; the example shows that it did nothing. */
export const deleted: string[] = [];

const deleteFile = tool({
  name: "delete_file",
  description: "Deletes a file",
  inputSchema: z.object({ path: z.string() }),
  execute: ({ path }) => {
    deleted.push(path);
    return "deleted";
  },
});

/** A guard for the whole process: no crew, flow or agent may delete a file. The model reads the reason, and the run goes on. */
export async function safetyGuard(llm: ModelSource): Promise<CrewOutput> {
  using _guard = on(InterceptionPoint.PRE_TOOL_CALL, { tools: ["delete_file"], onError: "abort" }, () => {
    throw new HookAborted("file deletion is not allowed", "policy");
  });
  const agent = new Agent({ role: "Cleaner", goal: "Tidy up", backstory: "You tidy.", llm, tools: [deleteFile] });
  const task = new Task({ description: "Delete notes.txt", expectedOutput: "what was done", agent });
  return await new Crew({ tasks: [task] }).kickoff();
}
