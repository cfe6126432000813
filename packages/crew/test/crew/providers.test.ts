import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { clearAllHooks, on } from "@boathook/hooks";
import type { LlmOptions } from "@boathook/models";
import { startAnthropicServer, startOpenAiServer } from "@boathook/testing/servers";

import { Agent, Crew, Task } from "../../src/index.ts";
import { echo } from "../support.ts";

type Server = Awaited<ReturnType<typeof startOpenAiServer>>;

afterEach(() => {
  clearAllHooks();
});

function crewOn(llm: LlmOptions): Crew {
  const agent = new Agent({ role: "Worker", goal: "Work", backstory: "You work.", llm, tools: [echo] });
  const first = new Task({ name: "first", description: "Say ping", expectedOutput: "ping", agent });
  const second = new Task({ name: "second", description: "Sum up", expectedOutput: "a sentence", agent });
  return new Crew({ tasks: [first, second] });
}

const call = { toolCalls: [{ name: "echo", input: { text: "ping" } }] };

describe.each([
  ["OpenAI chat completions", startOpenAiServer, "openai/gpt-4o-mini", { api: "chat" }],
  ["OpenAI responses", startOpenAiServer, "openai/gpt-4o-mini", { api: "responses" }],
  ["Anthropic messages", startAnthropicServer, "anthropic/claude-test", {}],
] as const)("a crew over HTTP: %s", (_name, start, model, extra) => {
  let server: Server;

  beforeEach(async () => {
    server = await start();
  });

  afterEach(async () => {
    await server.close();
  });

  const crew = (options: Partial<LlmOptions> = {}): Crew =>
    crewOn({ model, baseUrl: server.url, apiKey: "test-key-1234567890", maxRetries: 2, ...extra, ...options });

  it("calls tools, shows results, passes context on and counts usage", async () => {
    server.reply(call, "said ping", "all in all: ping");
    const hooks: string[] = [];
    on("pre_tool_call", (ctx) => void hooks.push(`${ctx.toolName} ${JSON.stringify(ctx.toolInput)}`));
    on("post_model_call", (ctx) => ctx.response.toUpperCase());
    const output = await crew().kickoff();
    expect(output.tasksOutput.map((task) => task.raw)).toEqual(["SAID PING", "ALL IN ALL: PING"]);
    expect(hooks).toEqual(['echo {"text":"ping"}']);
    expect(output.usage).toMatchObject({ requests: 3, inputTokens: 30, outputTokens: 15 });
    expect(JSON.stringify(server.requests[1]?.body)).toContain("ping");
    expect(JSON.stringify(server.requests[2]?.body)).toContain("SAID PING");
    expect(JSON.stringify(server.requests[2]?.body)).not.toContain("test-key");
  });

  it("waits and asks again after 429 with retry-after, and after 500", async () => {
    server.reply({ status: 429, headers: { "retry-after": "0.05" } }, { status: 500 }, "one", "two");
    expect((await crew().kickoff()).raw).toBe("two");
  });

  it("a wrong key is one clear message that shows no key, and no retry", async () => {
    server.reply({ status: 401, message: "bad key" });
    const error = await crew()
      .kickoff()
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "model_call_failed", status: 401 });
    expect(String(error)).not.toContain("test-key-1234567890");
    expect(server.requests).toHaveLength(1);
  });

  it("garbage and silence are told apart and end the run", async () => {
    server.reply({ status: 200, body: "<html>not json" });
    await expect(crew({ maxRetries: 0 }).kickoff()).rejects.toMatchObject({ code: "model_call_failed" });
    server.reply({ hang: true });
    await expect(crew({ maxRetries: 0, timeoutMs: 50 }).kickoff()).rejects.toThrow(/50 ms/);
  });

  it("cancelling in mid-call ends the run and frees the connection", async () => {
    server.reply({ hang: true });
    const stop = new AbortController();
    const ends: unknown[] = [];
    on("execution_end", (ctx) => {
      if (ctx.crew !== undefined) ends.push([ctx.status, (ctx.error as { code: string }).code]);
    });
    const running = crew().kickoff({}, { signal: stop.signal });
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    stop.abort("enough");
    await expect(running).rejects.toMatchObject({ code: "run_cancelled", cause: "enough" });
    expect(ends).toEqual([["failed", "run_cancelled"]]);
    while (server.openRequests > 0) await new Promise((resolve) => setTimeout(resolve, 2));
  });
});
