import {
  startAnthropicServer,
  startGoogleServer,
  startOpenAiServer,
  type ModelServer,
} from "@boathook/testing/servers";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { z } from "zod";

import { llm, ModelCallError, type Llm, type LlmOptions, type ModelSource } from "../../src/index.ts";
import { keptLogger, quickClock, withServices } from "../support/recording.ts";

const look = { name: "look_up", description: "Looks up", inputSchema: z.object({ q: z.string() }) };
const KEY = "test-key-0123456789";

interface Service {
  readonly name: string;
  readonly model: string;
  readonly more?: Partial<LlmOptions>;
  readonly keyName: string | undefined;
  start(): Promise<ModelServer>;
  /** Where the request went, and the key in it. */
  readonly path: string;
  key(headers: Readonly<Record<string, string>>): string | undefined;
  /** What is said of an answer that is JSON of another shape. One provider reads it without looking. */
  readonly garbage: RegExp;
  /** The user's first text in the request. */
  prompt(body: Readonly<Record<string, unknown>>): unknown;
}

const services: readonly Service[] = [
  {
    name: "OpenAI, chat completions",
    model: "openai/gpt-4o-mini",
    keyName: "OPENAI_API_KEY",
    start: startOpenAiServer,
    path: "/v1/chat/completions",
    garbage: /{"hello":"world"}/,
    key: (headers) => headers.authorization,
    prompt: (body) => z.object({ messages: z.array(z.unknown()) }).parse(body).messages[0],
  },
  {
    name: "OpenAI, responses",
    model: "openai/gpt-4o-mini",
    more: { api: "responses" },
    keyName: "OPENAI_API_KEY",
    start: startOpenAiServer,
    path: "/v1/responses",
    garbage: /response\.output is not iterable/,
    key: (headers) => headers.authorization,
    prompt: (body) => z.object({ input: z.array(z.unknown()) }).parse(body).input[0],
  },
  {
    name: "Anthropic",
    model: "anthropic/claude-3-5-haiku-latest",
    keyName: "ANTHROPIC_API_KEY",
    start: startAnthropicServer,
    path: "/v1/messages",
    garbage: /{"hello":"world"}/,
    key: (headers) => headers["x-api-key"],
    prompt: (body) => z.object({ messages: z.array(z.unknown()) }).parse(body).messages[0],
  },
  {
    name: "Google",
    model: "google/gemini-2.0-flash",
    keyName: "GOOGLE_GENERATIVE_AI_API_KEY",
    start: startGoogleServer,
    path: "/v1/models/gemini-2.0-flash:generateContent",
    garbage: /{"hello":"world"}/,
    key: (headers) => headers["x-goog-api-key"],
    prompt: (body) => z.object({ contents: z.array(z.unknown()) }).parse(body).contents[0],
  },
  {
    name: "Ollama",
    model: "ollama/llama3.2",
    keyName: undefined,
    start: startOpenAiServer,
    path: "/v1/chat/completions",
    garbage: /{"hello":"world"}/,
    key: (headers) => headers.authorization,
    prompt: (body) => z.object({ messages: z.array(z.unknown()) }).parse(body).messages[0],
  },
  {
    name: "any other server with OpenAI's format",
    model: "meta-llama/Llama-3-8b",
    keyName: undefined,
    start: startOpenAiServer,
    path: "/v1/chat/completions",
    garbage: /{"hello":"world"}/,
    key: (headers) => headers.authorization,
    prompt: (body) => z.object({ messages: z.array(z.unknown()) }).parse(body).messages[0],
  },
];

describe.each(services)("$name", (service) => {
  let server: ModelServer;

  beforeAll(async () => {
    server = await service.start();
  });
  afterEach(() => {
    server.reset();
  });
  afterAll(() => server.close());

  function model(options: Partial<LlmOptions> = {}): Llm {
    const source: ModelSource = { model: service.model, baseUrl: server.url, apiKey: KEY, ...service.more, ...options };
    return llm(source);
  }

  it("answers with text and usage; the key goes where the service wants it", async () => {
    server.reply({ text: "The tide is high.", usage: { input: 20, output: 8, cached: 4 } });
    const answer = await model({ temperature: 0.5 }).call("How is the tide?");
    expect(answer).toEqual({
      text: "The tide is high.",
      toolCalls: [],
      parsed: undefined,
      finishReason: "stop",
      usage: {
        inputTokens: 20,
        outputTokens: 8,
        totalTokens: 28,
        cachedInputTokens: 4,
        reasoningTokens: 0,
        requests: 1,
      },
    });
    const [request] = server.requests;
    expect([request?.path, request === undefined ? "" : service.key(request.headers)]).toEqual([
      service.path,
      expect.stringContaining(KEY),
    ]);
    expect(JSON.stringify(service.prompt(request?.body ?? {}))).toContain("How is the tide?");
    expect(JSON.stringify(request?.body)).toContain('"temperature":0.5');
  });

  it("asks for tools and sends their results back", async () => {
    server.reply({ toolCalls: [{ name: "look_up", input: { q: "tide" } }] }, "It is high.");
    const first = await model().call("How is the tide?", { tools: [look] });
    expect(first).toMatchObject({ finishReason: "tool-calls", toolCalls: [{ name: "look_up", input: { q: "tide" } }] });
    const [call] = first.toolCalls;
    const second = await model().call(
      [
        { role: "user", content: "How is the tide?" },
        { role: "assistant", content: "", toolCalls: [...first.toolCalls] },
        { role: "tool", toolCallId: call?.id ?? "", toolName: "look_up", content: "high water at noon" },
      ],
      { tools: [look] },
    );
    expect(second.text).toBe("It is high.");
    expect(JSON.stringify(server.requests[0]?.body)).toContain("Looks up");
    expect(JSON.stringify(server.requests[1]?.body)).toContain("high water at noon");
  });

  it("streams", async () => {
    server.reply({ text: "The tide is high.", usage: { input: 20, output: 8 } });
    const stream = model().stream("How is the tide?");
    const chunks: string[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks).toEqual(["The", " tide", " is", " high."]);
    expect(await stream.result).toMatchObject({
      text: "The tide is high.",
      finishReason: "stop",
      usage: { inputTokens: 20, outputTokens: 8, totalTokens: 28, requests: 1 },
    });
  });

  it("gives a structured answer", async () => {
    server.reply({ text: '{"level":3}' });
    // Older Claude models answer structure through a tool named json; they may also simply write it.
    const answer = await model().call("How is the tide?", { outputSchema: z.object({ level: z.number() }) });
    expect([answer.parsed, answer.text]).toEqual([{ level: 3 }, '{"level":3}']);
  });

  it("names the variable of the key at 401, and never shows a key", async () => {
    server.reply({ status: 401, message: `Incorrect API key provided: ${KEY}` });
    const failure = await failureOf(model().call("hi"));
    expect(failure).toMatchObject({ code: "model_call_failed", status: 401, isRetryable: false });
    expect(failure.message).toContain(
      service.keyName === undefined ? "Check the API key" : `Check the environment variable ${service.keyName}`,
    );
    expect(`${failure.message} ${String(failure.stack)} ${(failure.cause as Error).message}`).not.toContain(KEY);
    expect(server.requests).toHaveLength(1);
  });

  it("tries again after 429, waiting as long as the service asks, and after 500", async () => {
    const clock = quickClock();
    const logger = keptLogger();
    server.reply({ status: 429, headers: { "retry-after": "7" } }, { status: 500 }, "at last");
    const answer = await withServices({ clock, logger }, () => model().call("hi"));
    expect([answer.text, server.requests.length]).toEqual(["at last", 3]);
    expect(clock.waits[0]).toBe(7000);
    expect(clock.waits[1]).toBeGreaterThanOrEqual(500);
    expect(clock.waits[1]).toBeLessThanOrEqual(1000);
    expect(logger.warnings).toEqual([
      "a model call failed; it is tried again",
      "a model call failed; it is tried again",
    ]);
  });

  it("gives up after maxRetries with the service's last error", async () => {
    const replies = [503, 503, 503, 503].map((status) => ({ status, message: "busy" }));
    server.reply(...replies.slice(0, 2));
    const failure = await withServices({ clock: quickClock(), logger: keptLogger() }, () =>
      failureOf(model({ maxRetries: 1 }).call("hi")),
    );
    expect(failure).toMatchObject({
      status: 503,
      isRetryable: true,
      message: expect.stringContaining("busy"),
    });
    expect(server.requests).toHaveLength(2);
  });

  it("says what came when it is garbage", async () => {
    server.reply({ status: 200, body: "<html>gateway</html>" });
    const failure = await failureOf(model().call("hi"));
    expect(failure).toMatchObject({ code: "model_call_failed", status: 200, isRetryable: false });
    expect(failure.message).toContain("<html>gateway</html>");
    server.reply({ status: 200, body: { hello: "world" } });
    const strange = await failureOf(model().call("hi"));
    expect([ModelCallError.is(strange), strange.message]).toEqual([true, expect.stringMatching(service.garbage)]);
    expect(server.requests).toHaveLength(2);
  });

  it("stops waiting for a service that never answers, and frees the connection", async () => {
    server.reply({ hang: true });
    const failure = await failureOf(model({ timeoutMs: 80, maxRetries: 0 }).call("hi"));
    expect(failure.message).toBe(`The model "${service.model}" gave no answer within 80 ms.`);
    await expectFree(server);
  });

  it("frees the connection when the call is cancelled", async () => {
    server.reply({ hang: true });
    const controller = new AbortController();
    const call = model().call("hi", { signal: controller.signal });
    await until(() => server.openRequests === 1);
    controller.abort("enough");
    await expect(call).rejects.toMatchObject({ code: "run_cancelled", cause: "enough" });
    await expectFree(server);
  });

  it("frees the connection when the loop over a stream is left", async () => {
    server.reply({ text: "one two three four five six", pieceMs: 20 });
    for await (const chunk of model().stream("count")) {
      expect(chunk).toBe("one");
      break;
    }
    await expectFree(server);
  });

  it.each([
    ["breaks", { dropAfter: 2 }],
    ["ends in good order", { endEarly: true }],
  ])("fails when the connection of a stream %s before the answer is complete", async (_how, way) => {
    server.reply({ text: "The tide is high.", ...way });
    const stream = model().stream("How is the tide?");
    const chunks: string[] = [];
    const failure = await failureOf(
      (async () => {
        for await (const chunk of stream) chunks.push(chunk);
      })(),
    );
    expect(chunks.slice(0, 2)).toEqual(["The", " tide"]);
    expect(ModelCallError.is(failure)).toBe(true);
    expect(failure).toMatchObject({ isRetryable: true });
    await expect(stream.result).rejects.toBe(failure);
    expect(server.requests).toHaveLength(1);
  });
});

it("calls a server that is not there unreachable, and tries again", async () => {
  const server = await startOpenAiServer();
  const { url } = server;
  await server.close();
  const clock = quickClock();
  const failure = await withServices({ clock, logger: keptLogger() }, () =>
    failureOf(llm({ model: "ollama/llama3.2", baseUrl: url }).call("hi")),
  );
  expect(failure).toMatchObject({ code: "model_call_failed", status: undefined, isRetryable: true });
  expect(failure.message).toContain("could not be reached");
  expect(clock.waits).toHaveLength(2);
});

async function failureOf(call: Promise<unknown>): Promise<Error> {
  return call.then(
    (value) => {
      throw new TypeError(`expected a failure, got ${JSON.stringify(value)}`);
    },
    (thrown: unknown) => thrown as Error, // looked at by the test
  );
}

async function expectFree(server: ModelServer): Promise<void> {
  await until(() => server.openRequests === 0);
  expect(server.openRequests).toBe(0);
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let i = 0; i < 200 && !isTrue(); i += 1) await new Promise((resolve) => setTimeout(resolve, 5));
}
