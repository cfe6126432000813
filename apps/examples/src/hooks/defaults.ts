import { Agent, Crew, defineHook, Task, type CrewOutput, type ModelSource } from "boathook";

/** Inputs are completed and tidied before anything is made of them; the caller's own object stays as it was. */
export function inputDefaults(llm: ModelSource, inputs: Record<string, unknown>): Promise<CrewOutput> {
  const agent = new Agent({ role: "Guide to {topic}", goal: "Explain {topic}", backstory: "You explain.", llm });
  const task = new Task({ description: "Explain {topic} in {language}", expectedOutput: "one paragraph", agent });
  const defaults = defineHook("input", (ctx) => {
    if (ctx.crew === undefined) return; // the crew's own boundary only, not its inner flow's
    ctx.payload["language"] ??= "English";
    ctx.payload["topic"] = String(ctx.payload["topic"]).trim().toLowerCase();
  });
  return new Crew({ tasks: [task], hooks: [defaults] }).kickoff(inputs);
}
