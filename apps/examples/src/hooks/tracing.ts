import { Agent, Crew, defineHook, HookDispatchedEvent, Task, type ModelSource } from "boathook";

/** Two ways to watch: a hook after each step, and the stream of events, which also tells of the hooks themselves. */
export async function traceSteps(llm: ModelSource): Promise<string[]> {
  const lines: string[] = [];
  const agent = new Agent({ role: "Worker", goal: "Work", backstory: "You work.", llm });
  const tasks = ["look", "write"].map((name) => new Task({ name, description: name, expectedOutput: name, agent }));
  const trace = defineHook("post_step", (ctx) => {
    lines.push(`${ctx.kind} '${ctx.stepName}' finished`);
  });
  const crew = new Crew({ tasks, hooks: [trace] });
  const subscription = crew.events
    .on(HookDispatchedEvent)
    .subscribe((event) => lines.push(`${event.interceptionPoint}: ${event.outcome}`));
  await crew.kickoff();
  subscription.unsubscribe();
  return lines;
}
