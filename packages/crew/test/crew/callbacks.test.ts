import { describe, expect, it } from "@jest/globals";
import { callTool } from "@boathook/testing";

import { Crew, type TaskOutput } from "../../src/index.ts";
import { action, answer, echo, scripted } from "../support.ts";
import { named } from "../task/support.ts";

describe("taskCallback", () => {
  it("is told of every output after the task's own callback, once where both are one function, and is awaited", async () => {
    const told: string[] = [];
    const all = async ({ raw }: TaskOutput): Promise<void> => {
      await Promise.resolve();
      told.push(`crew ${raw}`);
    };
    const agent = scripted(["A", "B", "C"]);
    const tasks = [
      named("a", agent),
      named("b", agent, { callback: ({ raw }) => void told.push(`own ${raw}`) }),
      named("c", agent, { callback: all }),
    ];
    await new Crew({ tasks, taskCallback: all }).kickoff();
    expect(told).toEqual(["crew A", "own B", "crew B", "crew C"]);
  });

  it("that throws fails the task", async () => {
    const boom = new Error("boom");
    const crew = new Crew({ tasks: [named("a", scripted(["A"]))], taskCallback: () => Promise.reject(boom) });
    await expect(crew.kickoff()).rejects.toBe(boom);
  });
});

describe("stepCallback", () => {
  it.each(["native", "text"] as const)(
    "of the crew is told of every tool result and the final answer: %s",
    async (mode) => {
      const steps: unknown[] = [];
      const replies = [action(mode, "echo", { text: "hi" }), answer(mode, "done")];
      const agent = scripted(replies, { tools: [echo], supportsTools: mode === "native" });
      await new Crew({ tasks: [named("a", agent)], stepCallback: (step) => void steps.push(step) }).kickoff();
      expect(steps).toMatchObject([
        { kind: "tool", call: { name: "echo" }, result: { text: "hi" } },
        { kind: "finish", text: "done" },
      ]);
    },
  );

  it("of the agent takes the place of the crew's", async () => {
    const told: string[] = [];
    const agent = scripted([callTool("echo", { text: "hi" }), "done"], {
      tools: [echo],
      stepCallback: () => void told.push("own"),
    });
    await new Crew({ tasks: [named("a", agent)], stepCallback: () => void told.push("crew") }).kickoff();
    expect(told).toEqual(["own", "own"]);
  });
});
