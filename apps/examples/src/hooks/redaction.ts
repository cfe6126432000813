import { Agent, Crew, defineHook, Task, type CrewOutput, type ModelSource } from "boathook";

const KEY = /(api[_-]?key)\s*[:=]\s*[\w-]+/gi;
const ADDRESS = /\b[\w.+-]+@[\w-]+(\.[\w-]+)+\b/g;

/** Keys never stay in a model's answer, addresses never leave the crew. What a hook returns replaces the value. */
export function redactedAnswers(llm: ModelSource): Promise<CrewOutput> {
  const agent = new Agent({ role: "Writer", goal: "Write", backstory: "You write.", llm });
  const task = new Task({ description: "Write a note", expectedOutput: "a note", agent });
  const keys = defineHook("post_model_call", { bufferStreams: true }, (ctx) =>
    ctx.response.replace(KEY, "$1: [REDACTED]"),
  );
  const addresses = defineHook("output", (ctx) => {
    if (ctx.crew !== undefined) ctx.payload.raw = ctx.payload.raw.replace(ADDRESS, "[e-mail]");
  });
  return new Crew({ tasks: [task], hooks: [keys, addresses] }).kickoff();
}
