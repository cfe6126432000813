import { setTimeout as wait } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { recordEvents, ScriptedModel } from "@boathook/testing";
import fc from "fast-check";

import { Agent, ConditionalTask, Crew, Task, type TaskOptions } from "../../src/index.ts";

type Fault = "none" | "model" | "guardrail" | "callback";

interface Plan {
  readonly delayMs: number;
  readonly isAsync: boolean;
  readonly fault: Fault;
  readonly condition: "none" | "yes" | "no" | "throws";
}

const plan: fc.Arbitrary<Plan> = fc.record({
  delayMs: fc.integer({ min: 0, max: 6 }),
  isAsync: fc.boolean(),
  fault: fc.oneof(
    { weight: 8, arbitrary: fc.constant<Fault>("none") },
    { weight: 1, arbitrary: fc.constantFrom<Fault>("model", "guardrail", "callback") },
  ),
  condition: fc.oneof(
    { weight: 6, arbitrary: fc.constant<Plan["condition"]>("none") },
    { weight: 1, arbitrary: fc.constantFrom<Plan["condition"]>("yes", "no", "throws") },
  ),
});

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);

beforeAll(() => {
  process.on("unhandledRejection", note);
});
afterAll(() => {
  process.off("unhandledRejection", note);
});

/** What runs at the moment, and what was done. */
class Watch {
  running = 0;
  readonly done: string[] = [];

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.running += 1;
    try {
      return await work();
    } finally {
      this.running -= 1;
    }
  }
}

function taskOf(one: Plan, index: number, watch: Watch): Task {
  const name = `t${index}`;
  const model = new ScriptedModel({
    replies: (request) =>
      watch.during(async () => {
        await wait(one.delayMs, undefined, { signal: request.signal });
        if (one.fault === "model") throw new TypeError(name);
        return name.toUpperCase();
      }),
  });
  const agent = new Agent({ role: name, goal: "g", backstory: "b", llm: model, maxRetryLimit: 0 });
  const options: TaskOptions = {
    name,
    description: name,
    expectedOutput: name,
    agent,
    guardrailMaxRetries: 0,
    guardrail: () =>
      watch.during(async () => {
        await wait(1);
        return one.fault === "guardrail" ? { ok: false as const, error: name } : { ok: true as const };
      }),
    callback: () =>
      watch.during(async () => {
        await wait(1);
        if (one.fault === "callback") throw new Error(name);
        watch.done.push(name);
      }),
  };
  if (one.condition === "none" || index === 0) return new Task({ ...options, asyncExecution: one.isAsync });
  return new ConditionalTask({
    ...options,
    condition: async () => {
      await wait(1);
      if (one.condition === "throws") throw new Error(name);
      return one.condition === "yes";
    },
  });
}

describe("any mixture of tasks that run beside each other, fail, and are left out", () => {
  it("settles once, with the first failure or all outputs, and leaves nothing running", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(plan, { minLength: 1, maxLength: 7 }), async (plans) => {
        const watch = new Watch();
        const crew = new Crew({ tasks: plans.map((one, index) => taskOf(one, index, watch)) });
        const recorder = recordEvents(crew.events);
        const outcome = await crew.kickoff().then(
          (output) => ({ names: output.tasksOutput.map(({ name }) => name) }),
          (error: unknown) => ({ error }),
        );
        const atTheEnd = recorder.events.length;
        expect(watch.running).toBe(0);
        await wait(10);
        recorder.stop();
        expect(recorder.events).toHaveLength(atTheEnd);
        checkOutcome(outcome, plans, watch);
        checkEvents(recorder.types());
      }),
      { numRuns: 60 },
    );
    expect(unhandled).toEqual([]);
  }, 60_000);
});

function checkOutcome(outcome: { names?: unknown; error?: unknown }, plans: readonly Plan[], watch: Watch): void {
  const isLeftOut = (one: Plan, index: number): boolean => index > 0 && one.condition === "no";
  const fails = (one: Plan, index: number): boolean =>
    !isLeftOut(one, index) && (one.fault !== "none" || (index > 0 && one.condition === "throws"));
  const expected = plans.flatMap((one, index) => (isLeftOut(one, index) ? [] : [`t${index}`]));
  if (plans.some(fails)) {
    const { message } = outcome.error as Error;
    const culprits = plans.flatMap((one, index) => (fails(one, index) ? [`t${index}`] : []));
    expect(culprits.some((name) => message.includes(name))).toBe(true);
    return;
  }
  expect(outcome.names).toEqual(expected);
  expect([...watch.done].sort()).toEqual([...expected].sort());
}

/** Everything that began has ended, once; the last event is the crew's. */
function checkEvents(types: readonly string[]): void {
  const count = (pattern: RegExp): number => types.filter((type) => pattern.test(type)).length;
  for (const kind of ["crew_kickoff", "task", "agent_execution", "llm_call", "guardrail"])
    expect(count(new RegExp(`^${kind}_(completed|failed)$`))).toBe(count(new RegExp(`^${kind}_started$`)));
  expect(types.at(-1)).toMatch(/^crew_kickoff_(completed|failed)$/);
}
