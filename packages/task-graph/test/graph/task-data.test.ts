import { describe, expect, it } from "@jest/globals";
import { z } from "zod";

import { graphTask, type GraphTaskOptions } from "../../src/index.ts";
import { graph, tasks } from "../support/graphs.ts";

describe("what tasks hand on", () => {
  it("is read by the schemas of the tasks, and typed by them", async () => {
    const count = graphTask({
      id: "count",
      subject: "Count",
      outputSchema: z.object({ n: z.number() }),
      run: () => ({ n: 3 }),
    });
    const double = graphTask({
      id: "double",
      subject: "Double",
      dependencies: ["count"],
      inputSchema: z.object({ count: z.object({ n: z.number() }), factor: z.coerce.number() }),
      run: ({ inputs }) => inputs.count.n * inputs.factor,
    });
    const { tasks: results } = await graph({ tasks: [count, double] }).run({ inputs: { factor: "2" } });
    expect(results.double).toMatchObject({ status: "completed", output: 6 });
    // @ts-expect-error the schema says that `n` is a number
    graphTask({ id: "x", subject: "x", outputSchema: z.object({ n: z.number() }), run: () => ({ n: "3" }) });
  });

  it("fails the task when it does not fit, with the path; what cannot be given to a task never runs it", async () => {
    let ran = 0;
    const { tasks: results } = await graph({
      tasks: [
        graphTask({
          id: "a",
          subject: "a",
          outputSchema: z.object({ n: z.number() }),
          run: () => ({ n: "3" }) as never,
        }),
        graphTask({ id: "b", subject: "b", inputSchema: z.object({ topic: z.string() }), run: () => (ran += 1) }),
      ] as GraphTaskOptions[],
    }).run();
    expect([results.a?.error, results.b?.error, ran]).toMatchObject([
      {
        code: "invalid_task_data",
        message: expect.stringContaining('output of task "a" does not fit the schema: n: '),
      },
      {
        code: "invalid_task_data",
        message: expect.stringContaining('inputs of task "b" do not fit the schema: topic: '),
      },
      0,
    ]);
  });

  it.each([
    ["false", () => false, "its check said no."],
    ["a reason", () => "too short", "too short"],
    ["a throw", () => Promise.reject(new Error("no network")), "no network"],
  ])("is not accepted when its check gives %s", async (_name, verify, reason) => {
    const { tasks: results } = await graph({ tasks: tasks({ a: [] }, { a: { verify } }) }).run();
    expect(results.a).toMatchObject({
      status: "failed",
      error: { code: "task_not_verified", message: `The output of task "a" was not accepted: ${reason}` },
    });
  });
});
