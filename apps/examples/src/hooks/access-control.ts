import { Agent, Crew, defineHook, HookAborted, Task, type CrewOutput, type ModelSource } from "boathook";

/** Who may run a crew is decided before anything else happens, and how each run ended is told in one place. */
export function accessControl(
  llm: ModelSource,
  inputs: Record<string, unknown>,
  tell: (line: string) => void,
): Promise<CrewOutput> {
  const gate = defineHook("execution_start", { onError: "abort" }, (ctx) => {
    if (ctx.payload["authorized"] !== true) throw new HookAborted("unauthorized execution", "access-control");
  });
  const report = defineHook("execution_end", (ctx) => {
    if (ctx.crew === undefined) return; // the crew's own boundary only, not its inner flow's
    tell(ctx.status === "failed" ? `failed: ${String(ctx.error)}` : `completed: ${ctx.payload?.raw ?? ""}`);
  });
  const agent = new Agent({ role: "Worker", goal: "Work", backstory: "You work.", llm });
  const task = new Task({ description: "Work", expectedOutput: "a word", agent });
  return new Crew({ tasks: [task], hooks: [gate, report] }).kickoff(inputs);
}
