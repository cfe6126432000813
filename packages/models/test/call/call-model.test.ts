import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { events } from "@boathook/kernel";
import { afterLlmCall, beforeLlmCall, clearAllHooks, on, type LlmCallHookContext } from "@boathook/hooks";
import { z } from "zod";

import {
  callModel,
  currentUsage,
  llm,
  LlmCallStartedEvent,
  usageWithin,
  type LlmResponse,
  type Message,
} from "../../src/index.ts";
import { record } from "../support/recording.ts";
import { scripted, Scripted } from "../support/scripted.ts";

beforeEach(clearAllHooks);
afterEach(clearAllHooks);

describe("the course of a call", () => {
  it("is PRE, started, the model, POST, completed, each with its fields, in one execution", async () => {
    const trail: string[] = [];
    const recorded = record();
    beforeLlmCall(function before(context) {
      trail.push(`pre ${context.purpose} ${context.iterations} ${String(context.response)} ${context.llm.modelId}`);
    });
    afterLlmCall(function after(context) {
      trail.push(`post ${context.response} ${context.messages.length}`);
    });
    const { model } = scripted("hello");
    const answer = await callModel({
      llm: llm(model),
      messages: [{ role: "user", content: "hi" }],
      purpose: "summary",
      iterations: 3,
    });
    recorded.stop();
    expect(answer.text).toBe("hello");
    expect(trail).toEqual(["pre summary 3 undefined scripted", "post hello 1"]);
    expect(recorded.types()).toEqual(["hook_dispatched", "llm_call_started", "hook_dispatched", "llm_call_completed"]);
    const [, started, post, completed] = recorded.seen;
    expect(started).toMatchObject({
      modelId: "scripted",
      purpose: "summary",
      messages: [{ role: "user", content: "hi" }],
    });
    expect(completed).toMatchObject({
      modelId: "scripted",
      purpose: "summary",
      text: "hello",
      toolCalls: [],
      usage: { totalTokens: 15 },
      finishReason: "stop",
      startedEventId: started?.id,
    });
    expect(post?.parentId).toBe(started?.id);
    expect(new Set(recorded.seen.map((event) => event.executionId)).size).toBe(1);
  });

  it("works outside of any run, with an execution and a signal for the hooks", async () => {
    const seen: LlmCallHookContext[] = [];
    beforeLlmCall((context) => void seen.push(context));
    expect((await scripted("yes").ask()).text).toBe("yes");
    expect(seen[0]).toMatchObject({
      purpose: "direct",
      executor: undefined,
      agent: undefined,
      agentRole: undefined,
      task: undefined,
      crew: undefined,
      iterations: 0,
      toolCalls: [],
    });
    expect(seen[0]?.executionId).not.toBe("");
    expect(seen[0]?.signal.aborted).toBe(false);
  });

  it("shows hooks whose call it is, and lets them be filtered by role", async () => {
    const owner = {
      agent: { role: "Researcher" },
      agentRole: "Researcher",
      task: { name: "research" },
      crew: { name: "report" },
      executor: { iterations: 2 },
    };
    const seen: unknown[] = [];
    on("pre_model_call", { agents: ["Researcher"] }, ({ agent, agentRole, task, crew, executor }) => {
      seen.push({ agent, agentRole, task, crew, executor });
    });
    on("pre_model_call", { agents: ["Writer"] }, () => false);
    const call = { llm: llm(new Scripted(["x"])), messages: [{ role: "user" as const, content: "hi" }] };
    await callModel({ ...call, ...(owner as object), purpose: "agent" }); // stands for crew's own objects
    expect(seen).toEqual([owner]);
  });

  it("copies no messages for an event that nobody listens to", async () => {
    let copies = 0;
    const messages: Message[] = [{ role: "user", content: "hi" }];
    const counting = Object.assign(messages, {
      map: (...args: Parameters<Message[]["map"]>) => {
        copies += 1;
        return Array.prototype.map.apply(messages, args);
      },
    });
    const ask = (): Promise<LlmResponse> =>
      callModel({ llm: llm(new Scripted(["x"])), messages: counting, purpose: "agent" });
    await ask();
    expect(copies).toBe(0);
    const subscription = events.on(LlmCallStartedEvent).subscribe(() => undefined);
    await ask();
    subscription.unsubscribe();
    expect(copies).toBe(1);
  });

  it("sends and shows messages as they are at the time, whatever becomes of the list", async () => {
    const recorded = record();
    const messages: Message[] = [{ role: "user", content: "one" }];
    const { model } = scripted("x");
    await callModel({ llm: llm(model), messages, purpose: "agent" });
    messages.push({ role: "user", content: "two" });
    const [first] = messages;
    if (first !== undefined) first.content = "changed";
    recorded.stop();
    expect(model.requests[0]?.messages).toHaveLength(1);
    expect(recorded.seen[0]).toMatchObject({ messages: [{ content: "one" }] });
  });
});

describe("structured answers", () => {
  const outputSchema = z.object({ level: z.number() });

  it("that do not fit are an error of a direct call, and nothing but unparsed for others", async () => {
    const call = llm(new Scripted(['{"level":"high"}'])).call("hi", { outputSchema });
    await expect(call).rejects.toMatchObject({
      code: "output_conversion_failed",
      message: expect.stringContaining("level: "),
    });
    const messages: Message[] = [{ role: "user", content: "hi" }];
    const answer = await callModel({ llm: llm(new Scripted(["plain"])), messages, purpose: "agent", outputSchema });
    expect([answer.parsed, answer.text]).toEqual([undefined, "plain"]);
  });

  it("take the object of a model that gives one, and ask with a JSON Schema", async () => {
    const model = new Scripted([{ text: "", parsed: { level: 3 } }]);
    expect((await llm(model).call("hi", { outputSchema })).parsed).toEqual({ level: 3 });
    expect(model.requests[0]?.outputSchema).toEqual({
      type: "object",
      properties: { level: { type: "number" } },
      required: ["level"],
      additionalProperties: false,
    });
  });
});

describe("usage", () => {
  it("adds up in the frame, also that of nested work, and outside of runs nowhere", async () => {
    const whole = await usageWithin(async () => {
      await scripted("a").ask();
      const inner = await usageWithin(() => scripted({ text: "b", usage: undefined } as never).ask());
      return { inner: inner.usage, here: currentUsage() };
    });
    expect(whole.value.inner).toMatchObject({ requests: 1, totalTokens: 0 });
    expect(whole.usage).toMatchObject({ inputTokens: 10, outputTokens: 5, totalTokens: 15, requests: 2 });
    expect(whole.value.here).toEqual(whole.usage);
    expect(currentUsage().requests).toBe(0);
  });
});
