import "@boathook/testing/reset";

import { describe, expect, it } from "@jest/globals";
import { systemClock } from "@boathook/kernel";

import { RetryDecision } from "../../src/index.ts";
import { boom, graph, statuses, tasks } from "../support/graphs.ts";

describe("time", () => {
  const never = ({ signal }: { signal: AbortSignal }): Promise<void> => systemClock.sleep(60_000, signal);

  it("a task that takes too long times out, and onTimeout, else onFailure, is asked", async () => {
    const asked: string[] = [];
    const result = await graph({
      hooks: [
        { onTimeout: (ctx) => void asked.push(`timeout ${ctx.task.id}`) },
        {
          onFailure: (ctx) => (
            asked.push(`failure ${ctx.task.id}`),
            ctx.attempt < 2 ? RetryDecision.Retry({ delaySecs: 0 }) : undefined
          ),
        },
      ],
      tasks: tasks({ a: [], b: ["a"] }, { a: { run: never, timeoutMs: 5 } }),
    }).run();
    expect(statuses(result)).toEqual({ a: "timed_out", b: "blocked" });
    expect(asked).toEqual(["timeout a", "failure a", "timeout a", "failure a"]);
    expect(result.tasks.a?.error).toMatchObject({ code: "execution_timeout" });
  });

  it("an attempt that does not stop is waited for, so that the next does not run beside it", async () => {
    let atOnce = 0;
    let most = 0;
    const result = await graph({
      tasks: tasks(
        { a: [] },
        {
          a: {
            timeoutMs: 5,
            maxRetries: 1,
            run: async () => {
              atOnce += 1;
              most = Math.max(most, atOnce);
              await systemClock.sleep(30);
              atOnce -= 1;
            },
          },
        },
      ),
    }).run();
    expect([statuses(result), most]).toEqual([{ a: "timed_out" }, 1]);
  });
});

describe("cancelling", () => {
  const waits = ({ signal }: { signal: AbortSignal }): Promise<void> => systemClock.sleep(60_000, signal);

  it("stops what runs, starts nothing more, tells the hooks of running tasks, and resolves", async () => {
    const told: string[] = [];
    const controller = new AbortController();
    const running = graph({
      hooks: [
        { onCancelled: ({ task }) => void told.push(task.id), onFailure: () => RetryDecision.Retry({ delaySecs: 0 }) },
      ],
      tasks: tasks({ a: [], b: ["a"], c: [] }, { a: waits, c: { run: boom } }),
    }).start({ signal: controller.signal });
    await systemClock.sleep(10);
    controller.abort("enough");
    const result = await running.result;
    expect([result.status, statuses(result), told]).toEqual([
      "cancelled",
      { a: "cancelled", b: "cancelled", c: "failed" },
      ["a"],
    ]);
    expect(result.tasks.b?.error).toMatchObject({ code: "run_cancelled" });
  });

  it("ends a wait before another attempt", async () => {
    const running = graph({
      tasks: tasks({ a: [] }, { a: { run: boom, maxRetries: 3 } }),
      retryDelay: { initialMs: 60_000 },
    }).start();
    await systemClock.sleep(10);
    expect(running.tasks.a).toMatchObject({ status: "retrying", attempts: 1 });
    running.cancel("enough");
    expect(statuses(await running.result)).toEqual({ a: "cancelled" });
  });

  it("never begins with a signal that has aborted", async () => {
    await expect(graph({ tasks: tasks({ a: [] }) }).run({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "run_cancelled",
    });
  });
});

describe("pausing", () => {
  it("starts nothing more until it is resumed; what runs goes on", async () => {
    let finish: (() => void) | undefined;
    const running = graph({
      tasks: tasks({ a: [], b: ["a"], c: ["b"] }, { a: () => new Promise<void>((resolve) => (finish = resolve)) }),
    }).start();
    await systemClock.sleep(5);
    running.pause();
    finish?.();
    await systemClock.sleep(5);
    expect(Object.values(running.tasks).map(({ status }) => status)).toEqual(["completed", "paused", "paused"]);
    running.resume();
    expect(statuses(await running.result)).toEqual({ a: "completed", b: "completed", c: "completed" });
  });

  it("a paused run can be cancelled", async () => {
    const running = graph({ tasks: tasks({ a: [] }) }).start();
    running.pause();
    await systemClock.sleep(5);
    running.cancel();
    expect(statuses(await running.result)).toEqual({ a: "cancelled" });
  });
});
