import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { childFrame, ConfigurationError, runInFrame } from "@boathook/kernel";
import {
  afterLlmCall,
  beforeLlmCall,
  clearAllHooks,
  HookAborted,
  LlmCallBlockedError,
  SkipOperation,
} from "@boathook/hooks";
import { z } from "zod";

import { callModel, llm, LlmCallCompletedEvent, UsageMeter, type Message } from "../../src/index.ts";
import { keptLogger, record, withServices } from "../support/recording.ts";
import { scripted, Scripted } from "../support/scripted.ts";

beforeEach(clearAllHooks);
afterEach(clearAllHooks);

describe("hooks before a call", () => {
  it("edit the live list in place, or put another in its place; both are sent and stay", async () => {
    const messages: Message[] = [{ role: "user", content: "hi" }];
    beforeLlmCall((context) => void context.messages.push({ role: "system", content: "brief" }));
    beforeLlmCall((context) => {
      context.messages = [...context.messages, { role: "user", content: "please" }];
    });
    const model = new Scripted(["x"]);
    await callModel({ llm: llm(model), messages, purpose: "agent" });
    expect(messages.map((message) => message.content)).toEqual(["hi", "brief", "please"]);
    expect(model.requests[0]?.messages).toEqual(messages);
  });

  it("cannot put anything but a list: it is refused with a warning and the old one kept", async () => {
    const logger = keptLogger();
    beforeLlmCall((context) => {
      context.messages = "gone" as never;
    });
    const { model, ask } = scripted("x");
    await withServices({ logger }, () => ask());
    expect(model.requests[0]?.messages).toEqual([{ role: "user", content: "hi" }]);
    expect(logger.warnings).toEqual(["a hook left no list in ctx.messages; the messages stay as they were"]);
  });

  it("cannot send what no model could read: all of it is named", async () => {
    beforeLlmCall((context) => {
      context.messages.push(
        7 as never,
        { role: "robot", content: "" } as never,
        { role: "user", content: [{}] } as never,
      );
      context.messages.push({ role: "tool", content: "x" } as never, { role: "system" } as never);
      context.messages.push({ role: "assistant", content: "", toolCalls: "x" } as never);
    });
    const { model, ask } = scripted("x");
    const failure: unknown = await ask().catch((thrown: unknown) => thrown);
    expect(ConfigurationError.is(failure) ? failure.faults.map((fault) => fault.path) : failure).toEqual([
      "messages.1",
      "messages.2",
      "messages.3",
      "messages.4",
      "messages.5",
      "messages.6",
    ]);
    expect(model.requests).toEqual([]);
  });

  it("never reach the caller's own list on direct calls", async () => {
    const messages: Message[] = [{ role: "user", content: "hi" }];
    beforeLlmCall((context) => void context.messages.push({ role: "user", content: "more" }));
    const model = new Scripted(["x"]);
    await llm(model).call(messages);
    expect([messages.length, model.requests[0]?.messages.length]).toEqual([1, 2]);
  });

  it.each([
    ["false", () => false, "LLM call blocked by before_llm_call hook"],
    [
      "an abort",
      () => {
        throw new HookAborted("too expensive", "budget");
      },
      "LLM call blocked by before_llm_call hook: too expensive",
    ],
  ])("block it with %s: one started, one failed, nothing sent, nothing tried again", async (_how, hook, message) => {
    const recorded = record();
    beforeLlmCall(hook);
    const { model, ask } = scripted("x");
    const failure: unknown = await ask().catch((thrown: unknown) => thrown);
    recorded.stop();
    expect(LlmCallBlockedError.is(failure)).toBe(true);
    expect(HookAborted.is(failure)).toBe(true);
    expect(failure).toMatchObject({ code: "llm_call_blocked", message });
    expect(model.requests).toEqual([]);
    expect(recorded.types()).toEqual(["hook_dispatched", "llm_call_started", "llm_call_failed"]);
    expect(JSON.parse(JSON.stringify(recorded.seen[2]))).toMatchObject({
      error: { code: "llm_call_blocked", aborted: true },
    });
  });

  it("keep the source and the cause of a block, and their edits made before it", async () => {
    const messages: Message[] = [{ role: "user", content: "hi" }];
    const abort = new HookAborted("no", "policy");
    beforeLlmCall((context) => {
      context.messages = [{ role: "user", content: "edited" }];
      throw abort;
    });
    const call = callModel({ llm: llm(new Scripted(["x"])), messages, purpose: "agent" });
    await expect(call).rejects.toMatchObject({ reason: "no", source: "policy", cause: abort });
    expect(messages).toEqual([{ role: "user", content: "edited" }]);
  });

  it("let a dialect's skip pass as it is", async () => {
    const skip = new SkipOperation("not now");
    beforeLlmCall(() => {
      throw skip;
    });
    await expect(scripted("x").ask()).rejects.toBe(skip);
  });

  it("that are asynchronous are waited for", async () => {
    beforeLlmCall(async (context) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      context.messages.push({ role: "user", content: "later" });
    });
    const { model, ask } = scripted("x");
    await ask();
    expect(model.requests[0]?.messages).toHaveLength(2);
  });
});

describe("hooks after a call", () => {
  it("rewrite the text, for the caller and in the event", async () => {
    const recorded = record();
    afterLlmCall((context) => context.response.replace("secret", "***"));
    afterLlmCall((context) => `${context.response}!`);
    expect((await scripted("the secret").ask()).text).toBe("the ***!");
    recorded.stop();
    expect(recorded.seen.find((event) => event instanceof LlmCallCompletedEvent)).toMatchObject({ text: "the ***!" });
  });

  it("do not run for tool calls alone; beside calls they see both and change only the text", async () => {
    const seen: unknown[] = [];
    afterLlmCall((context) => {
      seen.push([context.response, context.toolCalls]);
      return "changed";
    });
    const toolCalls = [{ id: "1", name: "look_up", input: {} }];
    const alone = await scripted({ toolCalls, finishReason: "tool-calls" }).ask();
    expect([alone.text, alone.toolCalls, seen]).toEqual(["", toolCalls, []]);
    const beside = await scripted({ text: "let me see", toolCalls, finishReason: "tool-calls" }).ask();
    expect([beside.text, beside.toolCalls]).toEqual(["changed", toolCalls]);
    expect(seen).toEqual([["let me see", toolCalls]]);
  });

  it("abort as they are, after the usage was counted, with one failed event", async () => {
    const recorded = record();
    const abort = new HookAborted("not good enough");
    afterLlmCall(() => {
      throw abort;
    });
    const { model, ask } = scripted("x", "y");
    const meter = new UsageMeter();
    await expect(runInFrame(childFrame({ usage: meter }), () => ask())).rejects.toBe(abort);
    recorded.stop();
    expect([model.requests.length, meter.total().totalTokens]).toEqual([1, 15]);
    expect(recorded.types().filter((type) => type.startsWith("llm"))).toEqual(["llm_call_started", "llm_call_failed"]);
  });

  it("see structure as compact JSON; what they change is read back by the schema", async () => {
    const outputSchema = z.object({ level: z.number(), when: z.string().default("now") });
    const seen: string[] = [];
    const registration = afterLlmCall((context) => {
      seen.push(context.response);
      return context.response.replace("3", "4");
    });
    const answer = await llm(new Scripted(['{ "level": 3 }'])).call("hi", { outputSchema });
    expect(seen).toEqual(['{"level":3,"when":"now"}']);
    expect([answer.parsed, answer.text]).toEqual([{ level: 4, when: "now" }, '{"level":4,"when":"now"}']);
    registration.unregister();
    const untouched = await llm(new Scripted(['{ "level": 3 }'])).call("hi", { outputSchema });
    expect([untouched.parsed, untouched.text]).toEqual([{ level: 3, when: "now" }, '{ "level": 3 }']);
  });

  it.each(["continue", "abort"] as const)(
    "that break the structure fail the call, also with onError %s: what they took out never comes back",
    async (onError) => {
      const recorded = record();
      afterLlmCall({ onError, name: "redact" }, () => '{"level":"secret"}');
      const outputSchema = z.object({ level: z.number() });
      const model = new Scripted(['{"level":3}', '{"level":3}']);
      await expect(llm(model).call("hi", { outputSchema })).rejects.toMatchObject({
        code: "invalid_hook_result",
        point: "post_model_call",
        hook: "redact",
      });
      recorded.stop();
      expect(model.requests).toHaveLength(1);
      expect(recorded.types()).toEqual(["llm_call_started", "hook_dispatched", "llm_call_failed"]);
    },
  );

  it("rewrite an object that JSON cannot say in the model's own text, and the object follows", async () => {
    const outputSchema = z.object({ id: z.string().transform((text) => BigInt(text)) });
    afterLlmCall((context) => context.response.replace("12", "99"));
    const answer = await llm(new Scripted(['{"id":"12"}'])).call("hi", { outputSchema });
    expect([answer.parsed, answer.text]).toEqual([{ id: 99n }, '{"id":"99"}']);
  });

  it("take a model's own object away with its text where there is no schema to read by", async () => {
    afterLlmCall(() => "withheld");
    const answer = await llm(new Scripted([{ text: "x", parsed: { secret: 1 } }])).call("hi");
    expect([answer.parsed, answer.text]).toEqual([undefined, "withheld"]);
  });

  it("can repair an answer that does not fit", async () => {
    afterLlmCall(() => '{"level":3}');
    const answer = await llm(new Scripted(["three"])).call("hi", { outputSchema: z.object({ level: z.number() }) });
    expect([answer.parsed, answer.text]).toEqual([{ level: 3 }, '{"level":3}']);
  });
});
