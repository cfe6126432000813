import "@boathook/testing/reset";

import { describe, expect, it } from "@jest/globals";
import { HookAborted, on } from "@boathook/hooks";
import { recordEvents } from "@boathook/testing";

import { RetryDecision, type GraphResult, type GraphTaskOptions, type TaskHooks } from "../../src/index.ts";
import { boom, graph, statuses, tasks } from "../support/graphs.ts";

describe("a failed attempt", () => {
  const flaky = (failures: number): GraphTaskOptions["run"] => {
    let calls = 0;
    return () => {
      calls += 1;
      if (calls <= failures) throw new Error(`try ${calls}`);
      return calls;
    };
  };

  it("is repeated as often as the task says when no hook has an opinion", async () => {
    const result = await graph({
      tasks: tasks({ a: [], b: [] }, { a: { run: flaky(2), maxRetries: 2 }, b: { run: flaky(3), maxRetries: 2 } }),
    }).run();
    expect(result.tasks).toMatchObject({
      a: { status: "completed", output: 3, attempts: 3 },
      b: { status: "failed", attempts: 3, error: { message: "try 3" } },
    });
  });

  it("is what a hook makes of it, asked at every failure with the attempt and the error", async () => {
    const asked: unknown[] = [];
    const hooks: TaskHooks = {
      onFailure: ({ task, attempt, executor }, error) => {
        asked.push([task.id, attempt, task.retryCount, executor, (error as Error).message]);
        return attempt < 3 ? RetryDecision.Retry({ delaySecs: 0 }) : RetryDecision.Fail();
      },
    };
    const result = await graph({
      hooks: [hooks],
      tasks: tasks({ a: [] }, { a: { run: flaky(9), maxRetries: 5 } }),
    }).run();
    expect(result.tasks.a).toMatchObject({ status: "failed", attempts: 3 });
    expect(asked).toEqual([
      ["a", 1, 0, undefined, "try 1"],
      ["a", 2, 1, undefined, "try 2"],
      ["a", 3, 2, undefined, "try 3"],
    ]);
  });

  it.each([
    ["the task's own number", 2, 3],
    ["ten, where the task sets none", undefined, 11],
  ])("is not repeated for a hook more often than %s", async (_name, maxRetries, attempts) => {
    const hooks: TaskHooks = { onFailure: () => RetryDecision.Retry({ delaySecs: 0 }) };
    const result = await graph({ hooks: [hooks], tasks: tasks({ a: [] }, { a: { run: boom, maxRetries } }) }).run();
    expect(result.tasks.a).toMatchObject({ status: "failed", attempts });
  });

  it("can be skipped: dependants run without its output, or are skipped as well", async () => {
    const seen: unknown[] = [];
    const run = (skipDependants: boolean): Promise<GraphResult> =>
      graph({
        hooks: [{ onFailure: () => RetryDecision.Skip({ skipDependants }) }],
        tasks: tasks({ a: [], b: ["a"], c: ["b"] }, { a: boom, b: ({ dependencies }) => void seen.push(dependencies) }),
      }).run();
    const without = await run(false);
    expect([without.status, statuses(without), seen]).toEqual([
      "completed",
      { a: "skipped", b: "completed", c: "completed" },
      [{ a: { status: "skipped", output: undefined } }],
    ]);
    const along = await run(true);
    expect([along.status, statuses(along)]).toEqual(["completed", { a: "skipped", b: "skipped", c: "skipped" }]);
  });

  it("is decided by the first hook that answers; one that throws, or answers nonsense, has not", async () => {
    const calls: string[] = [];
    const hook = (name: string, answer: () => unknown): TaskHooks => ({
      onFailure: () => {
        calls.push(name);
        return answer() as RetryDecision;
      },
    });
    const recorder = recordEvents();
    const result = await graph({
      hooks: [
        hook("throws", boom),
        hook("nonsense", () => ({ kind: "again" })),
        hook("silent", () => undefined),
        hook("skips", () => RetryDecision.Skip()),
        hook("fails", () => RetryDecision.Fail()),
      ],
      tasks: tasks({ a: [] }, { a: boom }),
    }).run();
    recorder.stop();
    expect([statuses(result), calls]).toEqual([{ a: "skipped" }, ["throws", "nonsense", "silent", "skips", "fails"]]);
    const [dispatched] = recorder.events.filter(({ type }) => type === "hook_dispatched");
    expect(dispatched).toMatchObject({
      interceptionPoint: "task_failure",
      dialect: "task",
      outcome: "modified",
      hookCount: 5,
    });
    expect(
      (dispatched as unknown as { swallowedErrors: { hook: string }[] }).swallowedErrors.map(({ hook: name }) => name),
    ).toEqual(["TaskHooks.onFailure", "TaskHooks.onFailure"]);
  });

  it("a hook's abort before the task keeps it from running; after it, it takes the result back", async () => {
    let ran = 0;
    const stop = on("task_before_execute", ({ task }) => {
      if (task.id === "a") throw new HookAborted("not on a Friday", "policy");
    });
    on("task_after_execute", ({ task }) => {
      if (task.id === "b") throw new HookAborted("too long");
    });
    const result = await graph({ tasks: tasks({ a: [], b: [] }, { a: () => (ran += 1) }) }).run();
    stop.unregister();
    expect(ran).toBe(0);
    expect(result.tasks).toMatchObject({
      a: { status: "failed", error: { reason: "not on a Friday" } },
      b: { status: "failed", output: undefined, error: { reason: "too long" } },
    });
  });
});
