import { describe, expect, it } from "@jest/globals";
import { TaskGraph, TaskGraphError, taskPlanSchema } from "../../src/index.ts";
import { faults } from "../support/graphs.ts";

describe("a plan from outside", () => {
  const workers = { write: () => "text", check: () => "ok" };
  const planned = (plan: unknown): string[] => faults(() => TaskGraph.fromPlan(plan, { workers }));

  it("becomes a graph of the named workers", async () => {
    const plan = taskPlanSchema.parse({
      tasks: [
        { id: "w", subject: "Write", worker: "write" },
        { id: "c", subject: "Check", worker: "check", dependencies: ["w"], priority: 9 },
      ],
    });
    const result = await TaskGraph.fromPlan(plan, { workers, name: "plan" }).run();
    expect([result.status, result.tasks.c?.output]).toEqual(["completed", "ok"]);
  });

  it.each<[string, unknown, string[]]>([
    ["no plan", "1. write", [": Invalid input: expected object, received string"]],
    [
      "an unknown worker",
      { tasks: [{ id: "a", subject: "a", worker: "wriet" }] },
      ['tasks.0.worker: there is no worker "wriet": did you mean "write"?'],
    ],
    [
      "a worker of every object",
      { tasks: [{ id: "a", subject: "a", worker: "constructor" }] },
      ['tasks.0.worker: there is no worker "constructor": known: "write", "check"'],
    ],
    [
      "keys of its own",
      JSON.parse('{"tasks":[{"id":"a","subject":"a","worker":"write","__proto__":{"run":1},"run":"x"}]}'),
      ["tasks.0.__proto__: unknown option", "tasks.0.run: unknown option"],
    ],
    [
      "a circle",
      {
        tasks: [
          { id: "a", subject: "a", worker: "write", dependencies: ["b"] },
          { id: "b", subject: "b", worker: "write", dependencies: ["a"] },
        ],
      },
      ["tasks.a: these tasks wait for each other: a → b → a"],
    ],
    [
      "ten thousand tasks",
      { tasks: Array.from({ length: 10_000 }, (_, i) => ({ id: `t${i}`, subject: "x", worker: "write" })) },
      ["tasks: 10000 tasks, where at most 100 are allowed"],
    ],
    [
      "a long chain and many retries",
      {
        tasks: Array.from({ length: 11 }, (_, i) => ({
          id: `t${i}`,
          subject: "x",
          worker: "write",
          maxRetries: i === 0 ? 11 : 1,
          dependencies: i === 0 ? [] : [`t${i - 1}`],
        })),
      },
      [
        "tasks: 11 tasks one after another, where at most 10 are allowed",
        "tasks.t0.maxRetries: at most 10 are allowed, got 11",
      ],
    ],
  ])("is refused: %s", (_name, plan, expected) => {
    expect(planned(plan)).toEqual(expected);
    expect(() => TaskGraph.fromPlan(plan, { workers })).toThrow(TaskGraphError);
  });
});
