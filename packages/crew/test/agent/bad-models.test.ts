import { describe, expect, it } from "@jest/globals";
import { BaseLlm, usageOf, type LlmResponse, type ModelRequest } from "@boathook/models";
import { callTool, ScriptedModel, type ScriptedReply } from "@boathook/testing";
import { tool } from "@boathook/tools";
import { z } from "zod";

import { echo, scripted } from "../support.ts";

describe.each(["native", "text"] as const)("a model that gives no answer, %s mode", (mode) => {
  it.each([
    ["content-filter", "withheld"],
    ["length", "maxOutputTokens"],
    ["error", "reported an error"],
  ] as const)("because of %s fails the run and says why", async (finishReason, why) => {
    const agent = scripted([{ text: "", finishReason }], { tools: [echo], supportsTools: mode === "native" });
    await expect(agent.kickoff("go")).rejects.toMatchObject({
      code: "model_call_failed",
      message: expect.stringContaining(why),
    });
  });
});

describe("a model that calls tools in odd ways", () => {
  it("beside a text: both are kept, the calls run", async () => {
    const output = await scripted(
      [{ text: "let me see", toolCalls: [{ name: "echo", input: { text: "a" } }] }, "end"],
      {
        tools: [echo],
      },
    ).kickoff("go");
    expect(output.messages[2]).toMatchObject({
      role: "assistant",
      content: "let me see",
      toolCalls: [{ name: "echo" }],
    });
    expect(output.raw).toBe("end");
  });

  it("with the same id twice: each result has its own", async () => {
    const twice: ScriptedReply = {
      toolCalls: [
        { id: "same", name: "echo", input: { text: "a" } },
        { id: "same", name: "echo", input: { text: "b" } },
      ],
    };
    const { messages } = await scripted([twice, "end"], { tools: [echo] }).kickoff("go");
    const results = messages.filter((message) => message.role === "tool");
    expect(results.map(({ content }) => content)).toEqual(["a", "b"]);
    expect(new Set(results.map(({ toolCallId }) => toolCallId)).size).toBe(2);
    const [called] = messages.flatMap((message) => (message.role === "assistant" ? [message.toolCalls ?? []] : []));
    expect(called?.map(({ id }) => id)).toEqual(results.map(({ toolCallId }) => toolCallId));
  });

  it("natively in text mode: what it meant is done, the conversation stays text", async () => {
    const model = new ScriptedModel({
      replies: [callTool("echo", { text: "a" }), "Final Answer: end"],
      supportsTools: false,
    });
    const output = await scripted([], { llm: model, tools: [echo] }).kickoff("go");
    expect(output.messages.slice(2)).toEqual([
      { role: "assistant", content: 'Action: echo\nAction Input: {"text":"a"}' },
      { role: "user", content: "Observation: a" },
      { role: "assistant", content: "Final Answer: end" },
    ]);
  });

  it("where there are none: it is told so, up to the limit of rounds", async () => {
    const output = await scripted([callTool("echo"), callTool("echo"), "end"], { maxIter: 2 }).kickoff("go");
    expect(output.raw).toBe("end");
    expect(output.toolFailures.map(({ reason }) => reason)).toEqual(["unknown_tool", "unknown_tool"]);
  });

  it("nine at once: eight run at a time, results in the order of the calls", async () => {
    let running = 0;
    let most = 0;
    const wait = tool({
      name: "wait",
      description: "waits",
      inputSchema: z.object({ n: z.number() }),
      async execute({ n }) {
        most = Math.max(most, (running += 1));
        await new Promise((resolve) => setTimeout(resolve, 20 - n));
        running -= 1;
        return n;
      },
    });
    const calls = { toolCalls: Array.from({ length: 9 }, (_one, n) => ({ name: "wait", input: { n } })) };
    const { messages } = await scripted([calls, "end"], { tools: [wait] }).kickoff("go");
    const results = messages.filter((message) => message.role === "tool").map(({ content }) => Number(content));
    expect([most, results]).toEqual([8, [0, 1, 2, 3, 4, 5, 6, 7, 8]]);
  });
});

describe("a model written in JavaScript", () => {
  /** Gives whatever it is made with. */
  class Careless extends BaseLlm {
    readonly modelId = "careless";
    constructor(readonly answer: unknown) {
      super();
    }
    async generate(_request: ModelRequest): Promise<LlmResponse> {
      return this.answer as LlmResponse; // that is the point
    }
  }

  it.each([
    [undefined],
    [null],
    ["text"],
    [{ text: 5 }],
    [{ text: "", toolCalls: "none" }],
    [{ text: "", toolCalls: [{}] }],
  ])("that answers %j fails with what was expected", async (given) => {
    await expect(scripted([], { llm: new Careless(given) }).kickoff("go")).rejects.toMatchObject({
      code: "model_call_failed",
    });
  });

  it("that leaves out what can be left out is fine", async () => {
    const output = await scripted([], { llm: new Careless({ text: "fine" }) }).kickoff("go");
    expect([output.raw, output.usage]).toEqual(["fine", usageOf({ requests: 1 })]);
  });
});

describe("a time limit", () => {
  it("cancels the tool that runs, and lets nothing run on", async () => {
    let isAborted = false;
    const waiting = tool({
      name: "waiting",
      description: "waits",
      inputSchema: z.object({}),
      execute: (_input, { signal }) =>
        new Promise<string>((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            isAborted = true;
            reject(new Error("stopped"));
          });
        }),
    });
    const model = new ScriptedModel({ replies: [callTool("waiting"), "never"] });
    const agent = scripted([], { llm: model, tools: [waiting], maxExecutionTimeMs: 50 });
    await expect(agent.kickoff("go")).rejects.toMatchObject({ code: "execution_timeout", limitMs: 50 });
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect([isAborted, model.requests.length]).toEqual([true, 1]);
  });
});
