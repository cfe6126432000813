import "@boathook/testing/reset";

import { describe, expect, it } from "@jest/globals";
import { recordEvents } from "@boathook/testing";

import type { GraphTaskOptions } from "../../src/index.ts";
import { boom, graph, statuses, tasks } from "../support/graphs.ts";

describe("a graph's run", () => {
  it("starts each task the moment its dependencies are done, and hands it what they gave", async () => {
    const seen: unknown[] = [];
    const result = await graph({
      tasks: tasks(
        { a: [], b: ["a"], c: ["a"], d: ["b", "c"] },
        {
          d: ({ inputs, dependencies, attempt, idempotencyKey, task }) => {
            seen.push(inputs, dependencies, attempt, task.subject, idempotencyKey);
            return "end";
          },
        },
      ),
    }).run({ inputs: { topic: "boats" }, runId: "r1" });
    expect(result).toEqual({
      status: "completed",
      runId: "r1",
      tasks: {
        a: { status: "completed", output: "a", error: undefined, attempts: 1 },
        b: { status: "completed", output: "b", error: undefined, attempts: 1 },
        c: { status: "completed", output: "c", error: undefined, attempts: 1 },
        d: { status: "completed", output: "end", error: undefined, attempts: 1 },
      },
    });
    expect(seen).toEqual([
      { topic: "boats", b: "b", c: "c" },
      { b: { status: "completed", output: "b" }, c: { status: "completed", output: "c" } },
      1,
      "task d",
      "r1:d#1",
    ]);
  });

  it("announces every task, every attempt and every end, nested as they happened", async () => {
    const recorder = recordEvents();
    await graph({ name: "pair", tasks: tasks({ a: [], b: ["a"] }, { b: boom }) }).run();
    recorder.stop();
    expect(recorder.trail()).toEqual([
      "task_graph_started",
      "graph_task_created",
      "graph_task_created",
      "graph_task_started",
      "graph_task_completed",
      "graph_task_settled",
      "graph_task_started",
      "graph_task_failed",
      "graph_task_settled",
      "task_graph_completed",
    ]);
    const [started] = recorder.events;
    const ends = recorder.events.filter(({ startedEventId }) => startedEventId !== undefined);
    expect(ends.map(({ type, parentId }) => [type, parentId === started?.id])).toEqual([
      ["graph_task_completed", true],
      ["graph_task_failed", true],
      ["task_graph_completed", false],
    ]);
    expect(recorder.events.at(-1)).toMatchObject({
      graph: "pair",
      status: "failed",
      counts: { completed: 1, failed: 1 },
    });
    expect(recorder.events[3]).toMatchObject({ taskName: "task a", taskId: "a", attempt: 1 });
  });

  it("starts the highest priority first, and of equal ones what was ready first", async () => {
    const order: string[] = [];
    const note = (priority?: number): Partial<GraphTaskOptions> => ({
      run: ({ task }) => void order.push(task.id),
      ...(priority !== undefined && { priority }),
    });
    await graph({
      concurrency: 1,
      tasks: tasks(
        { a: [], b: [], c: [], d: ["a"], e: [] },
        { a: note(), b: note(1), c: note(10), d: note(9), e: note() },
      ),
    }).run();
    expect(order).toEqual(["c", "a", "d", "e", "b"]);
  });

  it("blocks what waits for a failed task, however far behind, and goes on with the rest", async () => {
    const result = await graph({ tasks: tasks({ a: [], b: ["a"], c: ["b"], d: [], e: ["d"] }, { a: boom }) }).run();
    expect([result.status, statuses(result)]).toEqual([
      "failed",
      { a: "failed", b: "blocked", c: "blocked", d: "completed", e: "completed" },
    ]);
    expect(result.tasks.c?.error).toMatchObject({ code: "task_not_run", message: 'Task "a" has failed.' });
  });

  it("starts nothing more after a failure when it is to fail fast", async () => {
    const result = await graph({
      failFast: true,
      concurrency: 1,
      tasks: tasks({ a: [], b: [], c: ["a"] }, { a: boom }),
    }).run();
    expect(statuses(result)).toEqual({ a: "failed", b: "cancelled", c: "blocked" });
  });
});
