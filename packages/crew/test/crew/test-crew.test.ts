import { afterEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, on } from "@boathook/hooks";
import { ScriptedModel } from "@boathook/testing";

import { Crew } from "../../src/index.ts";
import { scripted } from "../support.ts";
import { lastMessage, named } from "../task/support.ts";

afterEach(() => {
  clearAllHooks();
});

const score = (value: unknown) => ({ text: JSON.stringify({ score: value }), usage: { totalTokens: 1 } });

describe("crew.test", () => {
  it("runs the crew and lets a model rate every task's output, in hooked calls", async () => {
    const purposes: string[] = [];
    on("pre_model_call", (ctx) => void purposes.push(ctx.purpose));
    const agent = scripted(["A1", "B1", "A2", "B2"], { role: "Writer" });
    const judge = new ScriptedModel({ replies: [score(2), score(4), score(6), score(10)] });
    const crew = new Crew({ tasks: [named("first task", agent, { description: "on {x}" }), named("second", agent)] });
    const result = await crew.test(2, judge, { inputs: { x: "y" } });
    expect(result.tasks).toEqual([
      { task: "first task", agentRole: "Writer", scores: [2, 6], average: 4 },
      { task: "second", agentRole: "Writer", scores: [4, 10], average: 7 },
    ]);
    expect(result.average).toBe(5.5);
    expect(result.durationsMs).toHaveLength(2);
    expect(result.usage).toMatchObject({ requests: 8 });
    expect(JSON.parse(lastMessage(judge, 0))).toEqual({
      task: "on y",
      expectedOutput: "first task",
      output: "A1",
    });
    expect(purposes).toEqual([
      "agent",
      "agent",
      "evaluation",
      "evaluation",
      "agent",
      "agent",
      "evaluation",
      "evaluation",
    ]);
    expect(String(result).split("\n").slice(0, 4)).toEqual([
      "Task        Agent   Run 1  Run 2  Average",
      "first task  Writer  2      6      4.0",
      "second      Writer  4      10     7.0",
      "Crew                              5.5",
    ]);
  });

  it("asks again for a rating that cannot be read, and fails after three", async () => {
    const crew = new Crew({ tasks: [named("a", scripted(["A", "A"]))] });
    const second = new ScriptedModel({ replies: ["good", score(11), score(7)] });
    expect((await crew.test(1, second)).average).toBe(7);
    const never = new ScriptedModel({ replies: ["good", "very good", "{}"] });
    await expect(crew.test(1, never)).rejects.toMatchObject({
      code: "output_conversion_failed",
      attempts: 3,
      raw: "A",
    });
  });

  it.each([0, -1, 1.5, Number.NaN, "2", undefined])("refuses %j rounds", async (n) => {
    const crew = new Crew({ tasks: [named("a", scripted([]))] });
    await expect(crew.test(n as number, "offline")).rejects.toMatchObject({ faults: [{ path: "n" }] });
  });

  it("fails with what the crew fails with, and a wrong judge is a fault", async () => {
    const crew = new Crew({ tasks: [named("a", scripted([new TypeError("down")], { maxRetryLimit: 0 }))] });
    await expect(crew.test(1, "offline")).rejects.toThrow("down");
    await expect(crew.test(1, "")).rejects.toMatchObject({ code: "invalid_configuration" });
  });
});
