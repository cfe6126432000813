import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { afterLlmCall, beforeLlmCall, clearAllHooks, HookAborted, on, withHookScope } from "@boathook/hooks";
import { ConfigurationError } from "@boathook/kernel";

import {
  BaseLlm,
  callModel,
  llm,
  LlmStreamChunkEvent,
  ModelCallError,
  type LlmResponse,
  type ModelChunk,
  type ModelRequest,
} from "../../src/index.ts";
import { keptLogger, quickClock, record, withServices } from "../support/recording.ts";
import { Scripted, StreamingScripted } from "../support/scripted.ts";

beforeEach(clearAllHooks);
afterEach(clearAllHooks);

async function read(stream: AsyncIterable<string>): Promise<string[]> {
  const chunks: string[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

/** Yields what it is given, one after the other; waits on promises and throws errors. */
class Parts extends BaseLlm {
  readonly modelId = "parts";
  attempts = 0;
  closed = 0;
  readonly #attempts: readonly (readonly unknown[])[];

  constructor(...attempts: readonly (readonly unknown[])[]) {
    super();
    this.#attempts = attempts;
  }

  generate(): Promise<LlmResponse> {
    return Promise.reject(new Error("only streams"));
  }

  override async *stream(_request: ModelRequest): AsyncGenerator<ModelChunk, void, undefined> {
    try {
      for (const part of this.#attempts[this.attempts++] ?? []) {
        if (ModelCallError.is(part)) throw part;
        yield (await part) as ModelChunk; // the tests give garbage, too
      }
    } finally {
      this.closed += 1;
    }
  }
}

const whole = (text: string): { response: object } => ({ response: { text, toolCalls: [] } });
const busy = new ModelCallError("busy", { status: 503, isRetryable: true });

describe("a stream", () => {
  it("gives chunks as they come, an event for each, and the whole answer as result", async () => {
    const recorded = record();
    const stream = llm(new StreamingScripted(["The tide is high."])).stream("how?");
    expect(await read(stream)).toEqual(["The", " tide", " is", " high."]);
    expect(await stream.result).toMatchObject({ text: "The tide is high.", usage: { totalTokens: 15 } });
    recorded.stop();
    expect(recorded.types()).toEqual([
      "llm_call_started",
      "llm_stream_chunk",
      "llm_stream_chunk",
      "llm_stream_chunk",
      "llm_stream_chunk",
      "llm_call_completed",
    ]);
    const chunks = recorded.seen.filter((event) => event instanceof LlmStreamChunkEvent);
    expect(chunks[1]).toMatchObject({
      text: " tide",
      modelId: "scripted",
      purpose: "direct",
      parentId: recorded.seen[0]?.id,
    });
  });

  it("starts at the first iteration, or when the result is asked for, and only once", async () => {
    const model = new StreamingScripted(["one two", "three"]);
    const first = llm(model).stream("a");
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(model.requests).toEqual([]);
    expect((await first.result).text).toBe("one two");
    expect(await read(first)).toEqual(["one", " two"]);
    expect(await read(first)).toEqual([]);
    expect(model.requests).toHaveLength(1);
  });

  it("of a model that cannot stream is one chunk", async () => {
    expect(await read(llm(new Scripted(["all at once"])).stream("a"))).toEqual(["all at once"]);
  });

  it("throws its failure once, rejects the result, and leaves no rejection unhandled", async () => {
    const failure = new ModelCallError("bad key", { status: 401 });
    const stream = llm(new Parts([{ text: "so" }, failure])).stream("a");
    const chunks: string[] = [];
    const reading = (async () => {
      for await (const chunk of stream) chunks.push(chunk);
    })();
    await expect(reading).rejects.toBe(failure);
    expect(chunks).toEqual(["so"]);
    await expect(stream.result).rejects.toBe(failure);
    expect(await stream[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined });
  });

  it("is tried again before anything was shown, and never after", async () => {
    const early = new Parts([busy], [{ text: "ok" }, whole("ok")]);
    const quick = <T>(work: () => T): T => withServices({ clock: quickClock(), logger: keptLogger() }, work);
    expect(await quick(() => read(llm(early).stream("a")))).toEqual(["ok"]);
    const late = new Parts([{ text: "half" }, busy], [{ text: "again" }, whole("again")]);
    await expect(quick(() => read(llm([late, new Scripted(["never"])]).stream("a")))).rejects.toBe(busy);
    expect(late.attempts).toBe(1);
  });

  it.each([
    ["no answer at its end", [{ text: "a" }], "ended without an answer"],
    ["something that is no chunk", [{ txt: "a" }], "must be { text } or { response }"],
    ["an answer that is none", [{ response: { text: 1 } }], "text should be a string"],
  ])("with %s is an error", async (_what, parts, message) => {
    await expect(read(llm(new Parts(parts)).stream("a"))).rejects.toMatchObject({
      code: "model_call_failed",
      message: expect.stringContaining(message),
    });
  });

  it("refuses options and messages that are none at once", () => {
    const model = llm(new Scripted([]));
    expect(() => model.stream("a", { sgnal: undefined } as never)).toThrow('did you mean "signal"?');
    expect(() => model.stream(5 as never)).toThrow(ConfigurationError);
  });
});

describe("leaving a stream", () => {
  it("cancels the call while it waits for the model, and closes the model's own stream", async () => {
    const recorded = record();
    const never = new Promise(() => undefined);
    const model = new Parts([{ text: "one" }, never]);
    const stream = llm(model).stream("a");
    const iterator = stream[Symbol.asyncIterator]();
    expect(await iterator.next()).toEqual({ done: false, value: "one" });
    const pending = iterator.next();
    await iterator.return?.();
    expect(await pending).toEqual({ done: true, value: undefined });
    await expect(stream.result).rejects.toMatchObject({ code: "run_cancelled" });
    recorded.stop();
    expect(recorded.types()).toEqual(["llm_call_started", "llm_stream_chunk", "llm_call_failed"]);
  });

  it("before it began never begins it", async () => {
    const model = new StreamingScripted(["x"]);
    const stream = llm(model).stream("a");
    await stream[Symbol.asyncIterator]().return?.();
    await expect(stream.result).rejects.toMatchObject({ code: "run_cancelled" });
    expect(model.requests).toEqual([]);
  });

  it("through the caller's signal throws the cancellation", async () => {
    const controller = new AbortController();
    const stream = llm(new Parts([{ text: "one" }, new Promise(() => undefined)])).stream("a", {
      signal: controller.signal,
    });
    const reading = (async () => {
      for await (const _ of stream) controller.abort("enough");
    })();
    await expect(reading).rejects.toMatchObject({ code: "run_cancelled", cause: "enough" });
  });

  it("stops a model that goes on talking after the cancellation", async () => {
    const gate: { open?: () => void } = {};
    const waiting = new Promise<ModelChunk>((resolve) => {
      gate.open = () => resolve({ text: "late" });
    });
    const model = new Parts([{ text: "one" }, waiting, whole("never")]);
    const shown: string[] = [];
    const controller = new AbortController();
    const call = callModel({
      llm: llm(model),
      messages: [{ role: "user", content: "a" }],
      purpose: "agent",
      stream: true,
      onText: (text) => {
        shown.push(text);
        controller.abort();
      },
      signal: controller.signal,
    });
    await expect(call).rejects.toMatchObject({ code: "run_cancelled" });
    gate.open?.();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect([shown, model.closed]).toEqual([["one"], 1]);
  });
});

describe("hooks and streams", () => {
  it("POST sees the whole text after its chunks went out; the result has what it left", async () => {
    afterLlmCall((context) => context.response.toUpperCase());
    const stream = llm(new StreamingScripted(["not yet"])).stream("a");
    expect(await read(stream)).toEqual(["not", " yet"]);
    expect((await stream.result).text).toBe("NOT YET");
  });

  it("with bufferStreams the text is held back and comes as the hook left it", async () => {
    const recorded = record();
    on("post_model_call", { bufferStreams: true }, (context) => context.response.replace("secret", "***"));
    expect(await read(llm(new StreamingScripted(["the secret is"])).stream("a"))).toEqual(["the *** is"]);
    recorded.stop();
    expect(recorded.types()).toEqual(["llm_call_started", "hook_dispatched", "llm_stream_chunk", "llm_call_completed"]);
  });

  it("a buffering hook that is not concerned holds nothing back", async () => {
    on("post_model_call", { bufferStreams: true, agents: ["Writer"], strict: true }, () => undefined);
    expect(await read(llm(new StreamingScripted(["one two"])).stream("a"))).toEqual(["one", " two"]);
  });

  it("an abort at PRE or POST is thrown by the iteration; behind a buffering hook nothing was shown", async () => {
    const registration = beforeLlmCall(() => false);
    await expect(read(llm(new StreamingScripted(["x"])).stream("a"))).rejects.toMatchObject({
      code: "llm_call_blocked",
    });
    registration.unregister();
    const abort = new HookAborted("no");
    on("post_model_call", { bufferStreams: true }, () => {
      throw abort;
    });
    const shown: string[] = [];
    const reading = (async () => {
      for await (const chunk of llm(new StreamingScripted(["x y"])).stream("a")) shown.push(chunk);
    })();
    await expect(reading).rejects.toBe(abort);
    expect(shown).toEqual([]);
  });

  it("belong to the scope in which the stream was made, wherever it is read", async () => {
    const stream = withHookScope((scope) => {
      scope.on("post_model_call", (context) => `${context.response}, as the scope says`);
      return llm(new StreamingScripted(["hello"])).stream("a");
    });
    expect((await stream.result).text).toBe("hello, as the scope says");
  });
});
