import { llm, type Llm, type LlmResponse } from "@boathook/models";
import { afterEach, describe, expect, it } from "@jest/globals";
import { z } from "zod";

import {
  startAnthropicServer,
  startGoogleServer,
  startOpenAiServer,
  type ModelServer,
  type ServerReply,
} from "../../src/servers.ts";

const servers: ModelServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const SERVICES = [
  { service: "OpenAI chat", start: startOpenAiServer, model: "openai/gpt-4o-mini", api: "chat" },
  { service: "OpenAI responses", start: startOpenAiServer, model: "openai/gpt-4o-mini", api: "responses" },
  { service: "Anthropic", start: startAnthropicServer, model: "anthropic/claude-haiku-4-5", api: undefined },
  { service: "Google", start: startGoogleServer, model: "google/gemini-2.5-flash", api: undefined },
] as const;

describe.each(SERVICES)("the fake of $service, spoken to by the real provider package", ({ start, model, api }) => {
  async function ask(...replies: readonly ServerReply[]): Promise<{ server: ModelServer; model: Llm }> {
    const server = (await start()).reply(...replies);
    servers.push(server);
    return { server, model: llm({ model, baseUrl: server.url, apiKey: "key", api, maxRetries: 0 }) };
  }

  it("answers with text and usage, and keeps the request", async () => {
    const { server, model } = await ask({ text: "The tide turns.", usage: { input: 7, output: 3, cached: 2 } });
    const answer = await model.call("When?");
    expect(summaryOf(answer)).toEqual({
      text: "The tide turns.",
      calls: [],
      finishReason: "stop",
      usage: { inputTokens: 7, outputTokens: 3, cachedInputTokens: 2 },
    });
    expect(JSON.stringify(server.requests[0]?.body)).toContain("When?");
    expect(server.openRequests).toBe(0);
  });

  it("asks for tools", async () => {
    const { model } = await ask({ toolCalls: [{ name: "look_up", input: { q: "tides" } }] });
    const look = { name: "look_up", description: "Looks up.", inputSchema: z.object({ q: z.string() }) };
    expect(summaryOf(await model.call("Go", { tools: [look] }))).toMatchObject({
      calls: [["look_up", { q: "tides" }]],
      finishReason: "tool-calls",
    });
  });

  it("streams word by word", async () => {
    const { model } = await ask("The tide turns.");
    const stream = model.stream("When?");
    const heard: string[] = [];
    for await (const text of stream) heard.push(text);
    expect(heard).toEqual(["The", " tide", " turns."]);
    expect(summaryOf(await stream.result)).toMatchObject({ text: "The tide turns.", finishReason: "stop" });
  });

  it("breaks off a stream after the pieces it was told to", async () => {
    const { model } = await ask({ text: "one two three", dropAfter: 2 });
    const heard: string[] = [];
    const listen = async (): Promise<void> => {
      for await (const text of model.stream("Count")) heard.push(text);
    };
    await expect(listen()).rejects.toMatchObject({ code: "model_call_failed" });
    expect(heard).toEqual(["one", " two"]);
  });

  it("answers errors in the service's own format, and says so when its queue is empty", async () => {
    const { model } = await ask({ status: 429, message: "slow down", headers: { "retry-after": "3" } });
    await expect(model.call("Hi")).rejects.toMatchObject({ status: 429, retryAfterMs: 3000 });
    await expect(model.call("Hi")).rejects.toThrow("the fake server has no reply left");
  });

  it("hangs until the client goes away", async () => {
    const { server, model } = await ask({ hang: true });
    const controller = new AbortController();
    const asked = model.call("Hi", { signal: controller.signal });
    await until(() => server.requests.length === 1);
    expect(server.openRequests).toBe(1);
    controller.abort();
    await expect(asked).rejects.toMatchObject({ code: "run_cancelled" });
    await until(() => server.openRequests === 0);
  });
});

describe("a fake model service", () => {
  it("says what went wrong in a test's own reply function, and goes on", async () => {
    const server = (await startOpenAiServer()).reply(
      () => {
        throw new Error("the test is wrong");
      },
      (request) => ({ text: request.path }),
    );
    servers.push(server);
    const model = llm({ model: "openai/x", baseUrl: server.url, apiKey: "key", maxRetries: 0 });
    await expect(model.call("Hi")).rejects.toThrow("the fake server cannot answer: the test is wrong");
    expect((await model.call("Hi")).text).toBe("/v1/chat/completions");
  });

  it("forgets its requests and replies when several tests share it", async () => {
    await using server = (await startOpenAiServer()).reply("one", "two");
    const model = llm({ model: "openai/x", baseUrl: server.url, apiKey: "key", maxRetries: 0 });
    await model.call("Hi");
    server.reset();
    expect(server.requests).toEqual([]);
    await expect(model.call("Hi")).rejects.toThrow("the fake server has no reply left");
  });

  it("refuses a body that is no JSON", async () => {
    await using server = await startOpenAiServer();
    const response = await fetch(`${server.url}/chat/completions`, { method: "POST", body: "{broken" });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("the fake server cannot answer");
  });

  it("breaks connections that are open when it closes, also in the middle of a stream", async () => {
    const server = (await startOpenAiServer()).reply({ text: "one two three", pieceMs: 60_000 });
    const model = llm({ model: "openai/x", baseUrl: server.url, apiKey: "key", maxRetries: 0 });
    const { result } = model.stream("Count");
    await until(() => server.requests.length === 1);
    await server.close();
    await expect(result).rejects.toMatchObject({ code: "model_call_failed" });
  });
});

function summaryOf({ text, toolCalls, finishReason, usage }: LlmResponse): unknown {
  const { inputTokens, outputTokens, cachedInputTokens } = usage;
  const calls = toolCalls.map(({ name, input }) => [name, input]);
  return { text, calls, finishReason, usage: { inputTokens, outputTokens, cachedInputTokens } };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}
