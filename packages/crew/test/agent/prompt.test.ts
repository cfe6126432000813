import { describe, expect, it } from "@jest/globals";
import { ScriptedModel } from "@boathook/testing";

import { createRuntime, Crew, Task, Tokens, type Agent, type AgentOptions } from "../../src/index.ts";
import { action, answer, echo, scripted } from "../support.ts";

/** What the model was told first. */
async function promptOf(options: Partial<AgentOptions>, request = "Do it"): Promise<unknown> {
  const model = new ScriptedModel({ replies: ["Final Answer: done"], supportsTools: options.toolCalling !== "text" });
  await scripted([], { ...options, llm: model }).kickoff(request);
  return model.requests[0]?.messages;
}

describe("the prompt of an agent", () => {
  it("is who it is and what is asked; with injectDate, today's date", async () => {
    const runtime = createRuntime();
    runtime.rebind(Tokens.Clock, { now: () => Date.UTC(2031, 1, 3), sleep: () => Promise.resolve() });
    const model = new ScriptedModel({ replies: () => "done" });
    const agent = scripted([], { llm: model, injectDate: true });
    await new Crew({ tasks: [new Task({ description: "d", expectedOutput: "e", agent })], runtime }).kickoff();
    expect(model.requests[0]?.messages[0]).toEqual({
      role: "system",
      content: "You are Worker.\nYou do.\n\nYour goal: Do it\n\nToday is 2031-02-03.",
    });
    await runtime.close();
    expect(await promptOf({})).toEqual([
      { role: "system", content: "You are Worker.\nYou do.\n\nYour goal: Do it" },
      { role: "user", content: "Do it" },
    ]);
  });

  it("with templates is one message; values with $ and braces come through as they are", async () => {
    const templates = {
      systemTemplate: "<sys>{{ .System }}</sys>",
      promptTemplate: "<user>{{.Prompt}}</user>",
      responseTemplate: "<answer>{{ .Response }}</answer>",
    };
    expect(await promptOf(templates, "costs $& {{ .System }}")).toEqual([
      {
        role: "user",
        content:
          "<sys>You are Worker.\nYou do.\n\nYour goal: Do it</sys>\n<user>costs $& {{ .System }}</user>\n<answer>",
      },
    ]);
    expect(await promptOf({ promptTemplate: "Q: {{ .Prompt }}" })).toEqual([
      { role: "user", content: "You are Worker.\nYou do.\n\nYour goal: Do it\nQ: Do it" },
    ]);
    const told = JSON.stringify(await promptOf({ ...templates, tools: [echo], toolCalling: "text" }));
    expect(told).toContain("Action Input:");
  });

  it("with a response template ends the answer where the template says", async () => {
    const agent = scripted(["forty-two</answer> and more"], {
      responseTemplate: "<answer>{{ .Response }}</answer>",
    });
    expect((await agent.kickoff("go")).raw).toBe("forty-two");
  });

  it("refuses a template without its placeholder, all at once", () => {
    const make = (): Agent =>
      scripted([], { systemTemplate: "x", promptTemplate: "{{ Prompt }}", responseTemplate: "{{ .Response }}" });
    expect(make).toThrow(/systemTemplate[^]*\{\{ \.System \}\}[^]*promptTemplate[^]*\{\{ \.Prompt \}\}/);
  });
});

describe("what an agent without a task is given", () => {
  it("is a conversation, with pictures, or the files of the kickoff", async () => {
    const model = new ScriptedModel({ replies: () => "a cat" });
    const agent = scripted([], { llm: model });
    const picture = { type: "file" as const, mediaType: "image/png", data: "AA==" };
    await agent.kickoff([
      { role: "user", content: "hello" },
      { role: "assistant", content: "hi" },
      { role: "user", content: [{ type: "text", text: "what is this?" }, picture] },
    ]);
    expect(model.requests[0]?.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(model.requests[0]?.messages[3]?.content).toEqual([{ type: "text", text: "what is this?" }, picture]);

    const inputFiles = { "note.txt": new TextEncoder().encode("seven seals") };
    await agent.kickoff("read it", { inputFiles });
    expect(JSON.stringify(model.requests[1]?.messages)).toContain("seven seals");
    await agent.kickoff([{ role: "user", content: "read it" }], { inputFiles });
    expect(JSON.stringify(model.requests[2]?.messages.at(-1))).toContain("seven seals");
  });
});

describe("a guardrail of an agent", () => {
  it("sends a refused answer back with the reason, and gives what it was changed to", async () => {
    const model = new ScriptedModel({ replies: ["one", "two"] });
    const seen: string[] = [];
    const agent = scripted([], {
      llm: model,
      guardrail: (output) => {
        seen.push(`${output.agentRole}: ${output.raw}`);
        return output.raw === "one" ? { ok: false, error: "too small" } : { ok: true, value: "TWO" };
      },
    });
    const output = await agent.kickoff("count");
    expect([output.raw, seen, output.usage.requests]).toEqual(["TWO", ["Worker: one", "Worker: two"], 2]);
    expect(model.requests[1]?.messages.slice(1).map(({ content }) => content)).toEqual([
      "count",
      "one",
      expect.stringContaining("too small"),
    ]);
  });

  it("fails after its retries, naming the agent; a criterion in words is judged by the model", async () => {
    const refuse = (): { ok: false; error: string } => ({ ok: false, error: "no" });
    await expect(
      scripted(["a", "b"], { guardrail: refuse, guardrailMaxRetries: 1 }).kickoff("go"),
    ).rejects.toMatchObject({ code: "guardrail_failed", attempts: 2, lastError: "no" });
    const judged = scripted(["a poem", '{"ok":true,"feedback":""}'], { guardrail: "it rhymes" });
    expect((await judged.kickoff("go")).raw).toBe("a poem");
  });
});

describe.each(["native", "text"] as const)("stepCallback, %s mode", (mode) => {
  it("is told of every tool result and of the answer, once each", async () => {
    const steps: unknown[] = [];
    const agent = scripted([action(mode, "echo", { text: "a" }), answer(mode, "end")], {
      tools: [echo],
      supportsTools: mode === "native",
      stepCallback: async (step) => {
        await Promise.resolve();
        steps.push(step);
      },
    });
    await agent.kickoff("go");
    expect(steps).toEqual([
      expect.objectContaining({ kind: "tool", result: expect.objectContaining({ text: "a" }) }),
      { kind: "finish", text: "end", parsed: undefined, forced: false },
    ]);
  });
});

describe("a copy of an agent", () => {
  it("has another id, the same options but for those given, and the same model", () => {
    const agent = scripted([], { tools: [echo], maxIter: 3 });
    const copy = agent.copy({ role: "Other" });
    expect(copy.id).not.toBe(agent.id);
    expect([copy.role, copy.goal, copy.options.maxIter, copy.tools]).toEqual(["Other", "Do it", 3, [echo]]);
    expect(copy.options.llm).toBe(agent.options.llm);
    expect(() => agent.copy({ maxIter: -1 })).toThrow("maxIter");
  });
});
