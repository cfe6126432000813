import { Agent, Crew, defineHook, fetchUrlTool, shellTool, Task, type CrewOutput, type ModelSource } from "boathook";

/** Two programs may be run and one site may be read; what the programs are told to do is looked at once more before they do it. */
export function guardedPrograms(llm: ModelSource, cwd: string): Promise<CrewOutput> {
  const tools = [
    shellTool({ allow: ["git", process.execPath], cwd, timeoutMs: 10_000 }),
    fetchUrlTool({ hosts: ["*.example.org"] }),
  ];
  const noPush = defineHook("tool_permission", { tools: ["shell"] }, ({ toolInput }) => {
    const { args = [] } = toolInput as { args?: string[] };
    return !args.includes("push");
  });
  const agent = new Agent({ role: "Builder", goal: "Check the build", backstory: "You are careful.", llm, tools });
  const task = new Task({ description: "Check it", expectedOutput: "a word", agent });
  return new Crew({ tasks: [task], hooks: [noPush] }).kickoff();
}
