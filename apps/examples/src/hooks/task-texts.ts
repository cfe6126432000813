import { Agent, Crew, defineHook, Task, type CrewOutput, type ModelSource } from "boathook";

/** What a hook makes of a task's context is what its agent reads; what it makes of its output is what everybody after it gets. */
export function rewrittenTasks(llm: ModelSource): Promise<CrewOutput> {
  const disclaimer = defineHook("pre_step", { kinds: ["task"] }, (ctx) =>
    ctx.kind === "task" ? `${ctx.payload}\n\nNote: all figures are estimates.` : undefined,
  );
  const tidy = defineHook("post_step", { kinds: ["task"] }, (ctx) => {
    if (ctx.kind === "task") ctx.payload.raw = ctx.payload.raw.trim();
  });
  const agent = new Agent({ role: "Analyst", goal: "Count", backstory: "You count.", llm });
  const count = new Task({ name: "count", description: "Count the boats", expectedOutput: "a number", agent });
  const report = new Task({ name: "report", description: "Report the number", expectedOutput: "a sentence", agent });
  return new Crew({ tasks: [count, report], hooks: [disclaimer, tidy] }).kickoff();
}
