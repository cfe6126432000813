import { describe, expect, it } from "@jest/globals";
import { RunCancelledError } from "@boathook/kernel";
import fc from "fast-check";

import {
  ContextWindowExceededError,
  isToolsRefusal,
  ModelCallError,
  OutputConversionError,
  ToolsUnsupportedError,
} from "../../src/index.ts";
import { toModelError } from "../../src/errors/provider-failure.ts";
import { readRetryAfter } from "../../src/errors/retry-after.ts";

const about = { provider: "openai.chat", modelId: "gpt-4o-mini", keyName: "OPENAI_API_KEY", secrets: ["my-key-123"] };

function apiError(statusCode: number | undefined, message: string, more: object = {}): Error {
  return Object.assign(new Error(message), { name: "AI_APICallError", statusCode, ...more });
}

describe("what a provider threw", () => {
  it.each([
    [400, false],
    [401, false],
    [404, false],
    [408, true],
    [409, true],
    [425, true],
    [429, true],
    [500, true],
    [503, true],
    [529, true],
  ])("status %d: may pass %s", (status, isRetryable) => {
    const error = toModelError(apiError(status, "no"), about);
    expect(error).toMatchObject({ code: "model_call_failed", status, isRetryable });
    expect(error.message).toContain(`openai.chat (gpt-4o-mini) answered ${status}: no`);
  });

  it.each([
    ["Ollama", 400, "registry.ollama.ai/library/gemma:2b does not support tools"],
    ["OpenRouter", 404, 'No endpoints found that support tool use. Try disabling "web".'],
    ["a gateway", 400, "Function calling is not enabled for models/gemma-3-27b-it"],
    ["vLLM", 400, "tool choice is not supported by this server"],
    ["Azure", 501, "This model doesn't support the use of tools"],
  ])("%s says in its own words that a model takes no tools", (_who, status, message) => {
    const error = toModelError(apiError(status, message), about);
    expect(error).toMatchObject({ code: "tools_unsupported", status, isRetryable: false });
    expect([ToolsUnsupportedError.is(error), ModelCallError.is(error)]).toEqual([true, true]);
    expect(isToolsRefusal(Object.assign(new Error(message), { statusCode: status }))).toBe(true);
  });

  it("a bad tool, or a busy service, is no refusal of tools", () => {
    for (const error of [
      apiError(400, "tools.0.custom.name: String should match pattern"),
      apiError(503, "This server does not support tools right now"),
      apiError(400, "The tool call id is not known"),
    ])
      expect(toModelError(error, about)).toMatchObject({ code: "model_call_failed" });
  });

  it("used-up money does not come back by waiting", () => {
    const data = { error: { code: "insufficient_quota", message: "You exceeded your quota" } };
    expect(toModelError(apiError(429, "quota", { isRetryable: true, data }), about)).toMatchObject({
      isRetryable: false,
    });
  });

  it.each([
    ["a code of Node", Object.assign(new Error("read"), { code: "ECONNRESET" })],
    [
      "fetch with a cause",
      Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error("x"), { code: "ENOTFOUND" }) }),
    ],
    ["a body that broke off", new TypeError("terminated")],
    [
      "deep causes",
      new Error("a", { cause: new Error("b", { cause: Object.assign(new Error("c"), { code: "UND_ERR_SOCKET" }) }) }),
    ],
  ])("%s is a network failure and may pass", (_what, thrown) => {
    const error = toModelError(thrown, about);
    expect(error).toMatchObject({ isRetryable: true, status: undefined, cause: thrown });
    expect(error.message).toContain("could not be reached");
  });

  it("a chain of causes that bites its tail is no trouble", () => {
    const error = new Error("round");
    error.cause = error;
    expect(toModelError(error, about)).toMatchObject({ isRetryable: false });
  });

  it.each([
    apiError(400, "This model's maximum context length is 8192 tokens."),
    apiError(400, "no", { data: { error: { code: "context_length_exceeded" } } }),
    apiError(413, "prompt is too long: 210000 tokens > 200000 maximum"),
    apiError(undefined, "input token count (9) exceeds the maximum"),
  ])("knows a conversation that is too long: %s", (thrown) => {
    const error = toModelError(thrown, about);
    expect(ContextWindowExceededError.is(error)).toBe(true);
    expect(ModelCallError.is(error)).toBe(true);
    expect(error).toMatchObject({ code: "context_window_exceeded", isRetryable: false });
  });

  it("does not take a rate limit for a full context window", () => {
    const error = toModelError(apiError(429, "context window of your rate limit"), about);
    expect([ContextWindowExceededError.is(error), ModelCallError.is(error)]).toEqual([false, true]);
  });

  it("leaves errors of its own alone", () => {
    const cancelled = new RunCancelledError("x");
    expect(toModelError(cancelled, about)).toBe(cancelled);
  });

  it.each([undefined, null, 5, "text", { message: 7 }, []])("takes anything: %j", (thrown) => {
    expect(toModelError(thrown, about)).toMatchObject({ code: "model_call_failed", isRetryable: false });
  });

  it("shows no secret: not the known key, nor what looks like one, nor in the cause", () => {
    const message = "Incorrect API key: my-key-123, Authorization: Bearer abcdefghijklmnopqrstuvwx";
    const error = toModelError(apiError(401, message, { responseBody: message }), about);
    const shown = `${error.message} ${(error.cause as Error).message} ${JSON.stringify(error)}`;
    expect(shown).not.toContain("my-key-123");
    expect(shown).not.toContain("abcdefghijklmnopqrstuvwx");
    expect(error.cause).toMatchObject({
      name: "AI_APICallError",
      message: expect.stringContaining("[REDACTED]"),
    });
    const harmless = apiError(500, "oops");
    expect(toModelError(harmless, about).cause).toBe(harmless);
  });

  it("has the error of conversion name its attempts", () => {
    const error = new OutputConversionError("no", { attempts: 3, lastError: "last" });
    expect([OutputConversionError.is(error), error.attempts, error.lastError, error.code]).toEqual([
      true,
      3,
      "last",
      "output_conversion_failed",
    ]);
    expect(OutputConversionError.is(new Error("x"))).toBe(false);
  });
});

describe("retry-after", () => {
  const now = Date.parse("2026-12-01T00:00:00Z");

  it.each([
    [{ "retry-after": "7" }, 7000],
    [{ "Retry-After": " 1.5 " }, 1500],
    [{ "retry-after-ms": "250", "retry-after": "7" }, 250],
    [{ "retry-after": "Tue, 01 Dec 2026 00:00:30 GMT" }, 30_000],
    [{ "retry-after": "Mon, 30 Nov 2026 00:00:00 GMT" }, 0],
    [{ "retry-after": "soon" }, undefined],
    [{ "retry-after": "-5" }, undefined],
    [{}, undefined],
    [undefined, undefined],
  ])("%j is %s ms", (headers, expected) => {
    expect(readRetryAfter(headers, now)).toBe(expected);
  });

  it("is never negative or no number, whatever the header says", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const ms = readRetryAfter({ "retry-after": text }, now);
        expect(ms === undefined || ms >= 0).toBe(true);
      }),
    );
  });
});
