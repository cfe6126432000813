import { Agent, Crew, Task, type ModelSource } from "boathook";

/** Two tasks at once, a third that waits for both; and the whole crew for several inputs at once. */
export function compare(llm: ModelSource): Crew {
  const agent = new Agent({ role: "Analyst", goal: "Compare", backstory: "You are fair.", llm });
  const texts = { expectedOutput: "three points", agent };
  const pros = new Task({ name: "pros", description: "What speaks for {plan}", asyncExecution: true, ...texts });
  const cons = new Task({ name: "cons", description: "What speaks against it", asyncExecution: true, ...texts });
  const verdict = new Task({ name: "verdict", description: "Weigh it", context: [pros, cons], ...texts });
  return new Crew({ tasks: [pros, cons, verdict] });
}

/** Results come in the order of the inputs; a failure is a result like the others. */
export async function compareAll(llm: ModelSource, plans: readonly string[]): Promise<string[]> {
  const inputs = plans.map((plan) => ({ plan }));
  const results = await compare(llm).kickoffForEach(inputs, { concurrency: 4, onError: "collect" });
  return results.map((result) => (result.status === "fulfilled" ? result.value.raw : `failed: ${result.reason}`));
}
