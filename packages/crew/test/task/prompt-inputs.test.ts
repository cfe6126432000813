import { describe, expect, it } from "@jest/globals";

import { Crew } from "../../src/index.ts";
import { bench, lastMessage, named } from "./support.ts";

describe("the trigger payload", () => {
  it("stands in the prompt of the first task, and of those that ask for it", async () => {
    const { agent, model } = bench(["1", "2", "3"]);
    const tasks = [named("a", agent), named("b", agent), named("c", agent, { allowTriggerContext: true })];
    await new Crew({ tasks }).kickoff({ triggerPayload: { issue: 7, text: "{x} $&" } });
    const shown = 'What set this off:\n{"issue":7,"text":"{x} $&"}';
    expect([0, 1, 2].map((index) => lastMessage(model, index).includes(shown))).toEqual([true, false, true]);
  });

  it("is not shown where the first task says no", async () => {
    const { crew, model } = bench(["1"], { allowTriggerContext: false });
    await crew.kickoff({ triggerPayload: "secret" });
    expect(lastMessage(model, 0)).not.toContain("secret");
  });
});

describe("a conversation", () => {
  it.each([
    [
      "a list",
      [
        { role: "user", content: "Hi {x}" },
        { role: "assistant", content: "Hello" },
      ],
    ],
    ["its JSON", '[{"role":"user","content":"Hi {x}"},{"role":"assistant","content":"Hello"}]'],
  ])("given as %s stands in the prompt of every task", async (_form, chatMessages) => {
    const { agent, model } = bench(["1", "2"]);
    await new Crew({ tasks: [named("a", agent), named("b", agent)] }).kickoff({ chatMessages });
    for (const request of [0, 1])
      expect(lastMessage(model, request)).toContain("The conversation so far:\nuser: Hi {x}\nassistant: Hello");
  });

  it.each([7, "no JSON", [{ role: "user" }], { role: "user", content: "x" }])(
    "that is none (%j) is refused before any model call",
    async (chatMessages) => {
      const { crew, model } = bench(["1"]);
      await expect(crew.kickoff({ chatMessages })).rejects.toMatchObject({ code: "invalid_inputs" });
      expect(model.requests).toEqual([]);
    },
  );

  it.each([undefined, null, "", []])("that is empty (%j) adds nothing", async (chatMessages) => {
    const { crew, model } = bench(["1"]);
    await crew.kickoff({ chatMessages });
    expect(lastMessage(model, 0)).toBe("Task: Do it\n\nExpected output: it");
  });
});

describe("inputs of the crew itself", () => {
  it("hold unless the kickoff says otherwise, and are never edited", async () => {
    const inputs = { a: "1", b: { c: 1 } };
    const { agent, model } = bench(["x", "y"]);
    const task = named("t", agent, { description: "{a} {b}" });
    const crew = new Crew({
      tasks: [task],
      inputs,
      beforeKickoff: [(given) => void ((given.b as { c: number }).c = 2)],
    });
    await crew.kickoff({ a: "2" });
    await crew.kickoff();
    expect([0, 1].map((index) => lastMessage(model, index).split("\n")[0])).toEqual([
      'Task: 2 {"c":2}',
      'Task: 1 {"c":2}',
    ]);
    expect(inputs).toEqual({ a: "1", b: { c: 1 } });
    expect(crew.inputs()).toEqual(["a", "b"]);
  });

  it("must be a plain object", () => {
    expect(() => new Crew({ tasks: [bench([]).task], inputs: [] as never })).toThrow("inputs");
  });
});

describe("markdown", () => {
  it("is asked for in the prompt", async () => {
    const { crew, model } = bench(["# x"], { markdown: true });
    await crew.kickoff();
    expect(lastMessage(model, 0)).toContain("write the answer as Markdown");
  });
});
