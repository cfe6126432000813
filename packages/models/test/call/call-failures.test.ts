import { describe, expect, it } from "@jest/globals";
import { HookAborted } from "@boathook/hooks";
import { childFrame, runInFrame } from "@boathook/kernel";

import { llm, ModelCallError, type LanguageModelLike } from "../../src/index.ts";
import { keptLogger, quickClock, record, withServices } from "../support/recording.ts";
import { scripted, Scripted, type Script } from "../support/scripted.ts";

const busy = new ModelCallError("busy", { status: 503, isRetryable: true });
const later = new ModelCallError("later", { status: 429, isRetryable: true, retryAfterMs: 3000 });
const muchLater = new ModelCallError("much later", { status: 429, isRetryable: true, retryAfterMs: 3_600_000 });

describe("failures", () => {
  it("that may pass are tried again, twice by default, waiting longer each time or as long as was asked", async () => {
    const clock = quickClock();
    const { model, ask } = scripted(busy, later, "at last");
    expect((await withServices({ clock, logger: keptLogger() }, () => ask())).text).toBe("at last");
    expect(model.requests).toHaveLength(3);
    expect(clock.waits[0]).toBeGreaterThanOrEqual(250);
    expect(clock.waits[0]).toBeLessThanOrEqual(500);
    expect(clock.waits[1]).toBe(3000);
  });

  it.each([
    ["no others", new TypeError("a bug of the model")],
    ["none that ask for too long a wait", muchLater],
    ["none for good", new ModelCallError("bad key", { status: 401 })],
  ])("%s: the very error comes back at once", async (_which, error) => {
    const { model, ask } = scripted(error, "never");
    await expect(ask()).rejects.toBe(error);
    expect(model.requests).toHaveLength(1);
  });

  it("retries errors of hand-written models by their shape, and gives back the error itself", async () => {
    const reset = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
    const { model, ask } = scripted(reset, reset, reset);
    const call = withServices({ clock: quickClock(), logger: keptLogger() }, () => ask());
    await expect(call).rejects.toBe(reset);
    expect(model.requests).toHaveLength(3);
  });

  it("go to the next model of a list; each switch is logged, and the event names who answered", async () => {
    const recorded = record();
    const logger = keptLogger();
    const first = new Scripted([new Error("down")], "first");
    const second = new Scripted([new Error("down too")], "second");
    const third = new Scripted(["here"], "third");
    const model = llm([first, [llm(second)], third]);
    expect((await withServices({ logger }, () => model.call("hi"))).text).toBe("here");
    recorded.stop();
    expect(model.modelId).toBe("first");
    expect(logger.warnings).toEqual([
      "a model failed; the next one in the list is asked",
      "a model failed; the next one in the list is asked",
    ]);
    expect(recorded.types()).toEqual(["llm_call_started", "llm_call_completed"]);
    expect(recorded.seen[1]).toMatchObject({ modelId: "third" });
  });

  it("of all models leave the last one's error and one failed event", async () => {
    const recorded = record();
    const last = new Error("down too");
    const model = llm([new Scripted([new Error("down")]), new Scripted([last])]);
    await expect(withServices({ logger: keptLogger() }, () => model.call("hi"))).rejects.toBe(last);
    recorded.stop();
    expect(recorded.types()).toEqual(["llm_call_started", "llm_call_failed"]);
  });

  it("that are aborts go to no other model", async () => {
    const abort = new HookAborted("a tool of the model's said no");
    const second = new Scripted(["never"]);
    await expect(llm([new Scripted([abort]), second]).call("hi")).rejects.toBe(abort);
    expect(second.requests).toEqual([]);
  });

  it("of a model written by hand that answers garbage are named", async () => {
    for (const [garbage, message] of [
      [{ text: 5 }, "text should be a string"],
      [{ text: "", toolCalls: [{ id: "1" }] }, "toolCalls[0].name"],
      [{ text: "", finishReason: "tired" }, "unknown finishReason: tired"],
    ] as const) {
      const call = scripted(async () => garbage as never).ask();
      await expect(call).rejects.toMatchObject({ message: expect.stringContaining(message) });
    }
  });
});

describe("cancelling", () => {
  const hangs: Script = () => new Promise(() => undefined);

  it("rejects at once although the model does not listen, with one failed event", async () => {
    const recorded = record();
    const controller = new AbortController();
    const model = new Scripted([hangs]);
    const call = llm([model, new Scripted(["never"])]).call("hi", { signal: controller.signal });
    await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort("enough");
    await expect(call).rejects.toMatchObject({ code: "run_cancelled", cause: "enough" });
    recorded.stop();
    expect(model.requests[0]?.signal.aborted).toBe(true);
    expect(recorded.types()).toEqual(["llm_call_started", "llm_call_failed"]);
    expect(JSON.parse(JSON.stringify(recorded.seen[1]))).toMatchObject({ error: { aborted: true } });
  });

  it("the run cancels its calls, also with a signal of the call's own", async () => {
    const run = new AbortController();
    const own = new AbortController();
    const frame = childFrame({ signal: run.signal });
    const call = runInFrame(frame, () => llm(new Scripted([hangs])).call("hi", { signal: own.signal }));
    await new Promise((resolve) => setTimeout(resolve, 5));
    run.abort(new Error("stop"));
    await expect(call).rejects.toMatchObject({ code: "run_cancelled", cause: { message: "stop" } });
    expect(own.signal.aborted).toBe(false);
  });

  it("before it began begins nothing", async () => {
    const recorded = record();
    const { model } = scripted("x");
    await expect(llm(model).call("hi", { signal: AbortSignal.abort("no") })).rejects.toMatchObject({
      code: "run_cancelled",
    });
    recorded.stop();
    expect([model.requests, recorded.seen]).toEqual([[], []]);
  });

  it("ends the wait before another try", async () => {
    const controller = new AbortController();
    const call = withServices({ logger: keptLogger() }, () =>
      llm(new Scripted([later, "never"])).call("hi", { signal: controller.signal }),
    );
    await new Promise((resolve) => setTimeout(resolve, 10));
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: "run_cancelled" });
  });

  it("a time limit is per attempt, may pass, and is tried again", async () => {
    const signals: AbortSignal[] = [];
    const model = modelObject([hangs, "on time"], signals);
    const answer = await withServices({ clock: quickClock(), logger: keptLogger() }, () =>
      llm({ model, timeoutMs: 30 }).call("hi"),
    );
    expect(answer.text).toBe("on time");
    expect(signals.map((signal) => signal.aborted)).toEqual([true, false]);
  });
});

/** A model object that answers by script, for settings that only named models and model objects have. */
function modelObject(scripts: readonly Script[], signals: AbortSignal[]): LanguageModelLike {
  const inner = new Scripted(scripts);
  return {
    specificationVersion: "v3",
    provider: "acme",
    modelId: "m",
    doGenerate: async ({ abortSignal: signal }: { abortSignal: AbortSignal }) => {
      signals.push(signal);
      const { text } = await inner.generate({
        messages: [],
        tools: [],
        toolChoice: "auto",
        outputSchema: undefined,
        signal,
      });
      return { content: [{ type: "text", text }], finishReason: { unified: "stop", raw: "stop" }, usage: {} };
    },
    doStream: () => Promise.reject(new Error("not asked for")),
  };
}
