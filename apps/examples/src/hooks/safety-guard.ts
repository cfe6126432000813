import {
  Agent,
  Crew,
  HookAborted,
  InterceptionPoint,
  on,
  Task,
  tool,
  type ModelSource,
  type ToolCallHookContext,
} from "boathook";
import { z } from "zod";

/** Says no to one tool. A function of its own, so that a test can try it. */
export function guardFiles({ toolInput }: ToolCallHookContext): void {
  throw new HookAborted(`${String(toolInput["path"])} must not be deleted`, "policy");
}

/** A guard for the whole process: no crew, flow or agent may delete a file. The model reads the reason, and the run goes on. */
export async function safetyGuard(llm: ModelSource): Promise<{ answer: string; deleted: readonly string[] }> {
  using _guard = on(InterceptionPoint.PRE_TOOL_CALL, { tools: ["delete_file"], onError: "abort" }, guardFiles);
  const deleted: string[] = [];
  const deleteFile = tool({
    name: "delete_file",
    description: "Deletes a file",
    inputSchema: z.object({ path: z.string() }),
    execute: ({ path }) => {
      deleted.push(path);
      return "deleted";
    },
  });
  const agent = new Agent({ role: "Cleaner", goal: "Tidy up", backstory: "You tidy.", llm, tools: [deleteFile] });
  const task = new Task({ description: "Delete notes.txt", expectedOutput: "what was done", agent });
  const { raw } = await new Crew({ tasks: [task] }).kickoff();
  return { answer: raw, deleted };
}
