import { afterEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, on } from "@boathook/hooks";
import { tool } from "@boathook/tools";
import { z } from "zod";

import { bench, lastMessage, purposesOf } from "./support.ts";

const schema = z.object({ n: z.number() });

afterEach(() => {
  clearAllHooks();
});

describe("an answer becomes an object", () => {
  it.each([
    ["the whole text", '{"n":1}'],
    ["a fenced block", 'Here you are:\n```json\n{"n": 1}\n```\nThat is all.'],
    ["an object in prose", 'I think it is {"n": 1}, is it not?'],
  ])("out of %s, without a further call", async (_where, text) => {
    const { crew, model } = bench([text], { outputSchema: schema });
    const output = await crew.kickoff();
    expect(output.tasksOutput[0]).toMatchObject({ parsed: { n: 1 }, raw: text, format: "schema" });
    model.assertComplete();
  });

  it("with the schema's defaults and transformations", async () => {
    const outputSchema = z.object({ n: z.number(), unit: z.string().default("km") });
    expect((await bench(['{"n":1}'], { outputSchema }).crew.kickoff()).parsed).toEqual({ n: 1, unit: "km" });
  });

  it("out of prose by a further, hooked call of the agent's model; the raw text stays", async () => {
    const seen: string[] = [];
    on("pre_model_call", (ctx) => void seen.push(`${ctx.purpose} of ${ctx.agentRole} for ${ctx.task?.name}`));
    const { crew, model } = bench(["It is one.", '{"n":1}'], { outputSchema: schema });
    const output = await crew.kickoff();
    expect(output.tasksOutput[0]).toMatchObject({ parsed: { n: 1 }, raw: "It is one." });
    expect(seen).toEqual(["agent of Worker for only", "conversion of Worker for only"]);
    expect(lastMessage(model, 1)).toContain('"text":"It is one."');
    expect(model.requests[1]?.tools).toEqual([]);
  });

  it("in up to three such calls, each told what was wrong with the last", async () => {
    const { crew, model } = bench(["one", "still one", '{"n":"1"}', '{"n":1}'], { outputSchema: schema });
    expect((await crew.kickoff()).parsed).toEqual({ n: 1 });
    expect(lastMessage(model, 2)).toContain("expected JSON");
    expect(lastMessage(model, 3)).toContain("n: ");
  });

  it("asked for natively where there are no tools, and in words only where there are", async () => {
    const native = bench(['{"n":1}'], { outputSchema: schema });
    await native.crew.kickoff();
    expect(native.model.requests[0]?.outputSchema).toMatchObject({ type: "object" });
    const noop = tool({ name: "noop", description: "Nothing", inputSchema: z.object({}), execute: () => "" });
    const worded = bench(['{"n":1}'], { outputSchema: schema, tools: [noop] });
    await worded.crew.kickoff();
    expect(worded.model.requests[0]?.outputSchema).toBeUndefined();
    expect(lastMessage(worded.model, 0)).toContain('"type":"number"');
  });

  it("of any shape with outputJson, which the prompt asks for", async () => {
    const fenced = bench(["```json\n[1,2]\n```"], { outputJson: true });
    expect((await fenced.crew.kickoff()).tasksOutput[0]).toMatchObject({ format: "json", parsed: [1, 2] });
    expect(lastMessage(fenced.model, 0)).toContain("answer with JSON");
    expect((await bench(["one and two", "[1,2]"], { outputJson: true }).crew.kickoff()).parsed).toEqual([1, 2]);
  });

  it("anew where a guardrail changes the text", async () => {
    const { crew } = bench(['{"n":1}'], { outputSchema: schema, guardrail: () => ({ ok: true, value: '{"n":2}' }) });
    expect((await crew.kickoff()).parsed).toEqual({ n: 2 });
  });
});

describe("an answer that does not become an object", () => {
  it("goes back to the agent with what was wrong where it is JSON that does not fit", async () => {
    const { crew, model } = bench(['{"n":"x"}', '{"n":2}'], { outputSchema: schema });
    expect((await crew.kickoff()).parsed).toEqual({ n: 2 });
    expect(lastMessage(model, 1)).toContain("was not accepted");
    expect(await purposesOf(bench(['{"n":"x"}', '{"n":2}'], { outputSchema: schema }).crew)).toEqual([
      "agent",
      "agent",
    ]);
  });

  it("fails the task after the retries, with the raw answer and the last fault", async () => {
    const { crew } = bench(['{"n":"x"}', '{"n":"y"}'], { outputSchema: schema, guardrailMaxRetries: 1 });
    await expect(crew.kickoff()).rejects.toMatchObject({
      code: "output_conversion_failed",
      attempts: 2,
      raw: '{"n":"y"}',
      lastError: expect.stringContaining("n: "),
    });
  });

  it("fails the same way where the converter does not help", async () => {
    const { crew, model } = bench(["no", "a", "b", "c"], { outputSchema: schema, guardrailMaxRetries: 0 });
    await expect(crew.kickoff()).rejects.toMatchObject({ code: "output_conversion_failed", raw: "no", attempts: 1 });
    model.assertComplete();
  });

  it("fails with the abort of a hook that blocks the converter, and is not retried", async () => {
    on("pre_model_call", (ctx) => ctx.purpose !== "conversion");
    const { crew, model } = bench(["no"], { outputSchema: schema });
    await expect(crew.kickoff()).rejects.toMatchObject({ code: "llm_call_blocked" });
    model.assertComplete();
  });

  it.each(["", "   ", "null", "undefined", "{", "```json\n```", "\u0000", "💥".repeat(1000)])(
    "is refused whatever it is: %j",
    async (text) => {
      const { crew } = bench([text, text, text, text], { outputSchema: schema, guardrailMaxRetries: 0 });
      await expect(crew.kickoff()).rejects.toMatchObject({ code: "output_conversion_failed", raw: text });
    },
  );
});

describe("usage of a task", () => {
  it("is that of everything it took: the agent, refused attempts, the converter", async () => {
    const reply = (text: string) => ({ text, usage: { totalTokens: 10 } });
    const { crew } = bench([reply('{"n":""}'), reply("one"), reply('{"n":1}')], { outputSchema: schema });
    const output = await crew.kickoff();
    expect(output.tasksOutput[0]?.usage).toMatchObject({ requests: 3, totalTokens: 30 });
    expect(output.usage).toMatchObject({ requests: 3, totalTokens: 30 });
  });
});
