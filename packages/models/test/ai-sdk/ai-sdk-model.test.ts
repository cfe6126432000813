import { describe, expect, it } from "@jest/globals";

import { AiSdkModel, ModelCallError, type LanguageModelLike, type ModelRequest } from "../../src/index.ts";
import { handMade, V2, V3, V4, type Dialect } from "../support/hand-made-model.ts";

const request: ModelRequest = {
  messages: [{ role: "user", content: "hi" }],
  tools: [],
  toolChoice: "auto",
  outputSchema: undefined,
  signal: new AbortController().signal,
};

async function collect(model: AiSdkModel): Promise<unknown[]> {
  const chunks: unknown[] = [];
  for await (const chunk of model.stream(request)) chunks.push(chunk);
  return chunks;
}

describe.each([V2, V3, V4])("a model object of specification $version", (dialect: Dialect) => {
  const answer = {
    text: "Hello there",
    toolCalls: [{ id: "c1", name: "look_up", input: { q: "tides" } }],
    parsed: undefined,
    finishReason: "tool-calls",
    usage: { inputTokens: 10, outputTokens: 7, totalTokens: 17, cachedInputTokens: 4, reasoningTokens: 2, requests: 1 },
  };

  it("answers with text, calls and usage; reasoning and what the provider ran itself stay out", async () => {
    const model = new AiSdkModel(handMade(dialect, { content: dialect.content, finish: "tool-calls" }));
    expect(await model.generate(request)).toEqual(answer);
  });

  it("streams the text in pieces, then gives the same answer", async () => {
    const model = new AiSdkModel(handMade(dialect, { parts: dialect.parts, finish: "tool-calls" }));
    expect(await collect(model)).toEqual([{ text: "Hello" }, { text: " there" }, { response: answer }]);
  });

  it.each(["stop", "length", "content-filter", "error", "other"] as const)(
    "reads the finish reason %s",
    async (word) => {
      const model = new AiSdkModel(handMade(dialect, { content: [], finish: word }));
      expect((await model.generate(request)).finishReason).toBe(word);
    },
  );

  it("calls an unknown finish reason other, and counts usage that is not told as nothing", async () => {
    const model = new AiSdkModel(handMade(dialect, { content: [], finish: "paused", usage: undefined }));
    const { finishReason, usage } = await model.generate(request);
    expect([finishReason, usage.totalTokens, usage.requests]).toEqual(["other", 0, 1]);
  });

  it("sends messages, tools, choice, schema and settings", async () => {
    const asked: object[] = [];
    const model = new AiSdkModel(handMade(dialect, { content: [], finish: "stop", asked }), {
      temperature: 0.5,
      maxOutputTokens: 100,
      headers: { "x-team": "blue" },
      providerOptions: { acme: { fast: true } },
    });
    const inputSchema = { type: "object", properties: {} };
    const { signal } = request;
    await model.generate({
      messages: [
        { role: "system", content: "Be brief." },
        {
          role: "user",
          content: [
            { type: "text", text: "See" },
            { type: "file", mediaType: "image/png", data: "https://example.com/a.png", name: "a.png" },
            { type: "file", mediaType: "text/plain", data: "data:text/plain;base64,aGk=" },
            { type: "file", mediaType: "text/plain", data: "data:,a%20b" },
            { type: "file", mediaType: "application/pdf", data: new Uint8Array([1, 2]) },
          ],
        },
        { role: "assistant", content: "", toolCalls: [{ id: "c1", name: "look_up", input: { q: "x" } }] },
        { role: "tool", toolCallId: "c1", toolName: "look_up", content: "found" },
        { role: "tool", toolCallId: "c2", toolName: "look_up", content: "nothing" },
        { role: "assistant", content: "" },
        { role: "assistant", content: "Done" },
        { role: "system", content: "Now in French." },
      ],
      tools: [{ name: "look_up", description: "Looks up", inputSchema }],
      toolChoice: "required",
      outputSchema: { type: "object" },
      signal,
    });
    const file = (mediaType: string, data: unknown, more: object = {}): object => ({
      type: "file",
      mediaType,
      data,
      ...more,
    });
    expect(asked).toEqual([
      {
        prompt: [
          { role: "system", content: "Be brief." },
          {
            role: "user",
            content: [
              { type: "text", text: "See" },
              file("image/png", dialect.url("https://example.com/a.png"), { filename: "a.png" }),
              file("text/plain", dialect.data("aGk=")),
              file("text/plain", dialect.data("YSBi")),
              file("application/pdf", dialect.data(new Uint8Array([1, 2]))),
            ],
          },
          {
            role: "assistant",
            content: [{ type: "tool-call", toolCallId: "c1", toolName: "look_up", input: { q: "x" } }],
          },
          {
            role: "tool",
            content: [
              { type: "tool-result", toolCallId: "c1", toolName: "look_up", output: { type: "text", value: "found" } },
              {
                type: "tool-result",
                toolCallId: "c2",
                toolName: "look_up",
                output: { type: "text", value: "nothing" },
              },
            ],
          },
          { role: "assistant", content: [{ type: "text", text: "Done" }] },
          { role: "system", content: "Now in French." },
        ],
        abortSignal: signal,
        temperature: 0.5,
        maxOutputTokens: 100,
        headers: { "x-team": "blue" },
        providerOptions: { acme: { fast: true } },
        responseFormat: { type: "json", schema: { type: "object" } },
        tools: [{ type: "function", name: "look_up", description: "Looks up", inputSchema }],
        toolChoice: { type: "required" },
      },
    ]);
  });

  it("sets no key that has no value: some models look for the key", async () => {
    const asked: object[] = [];
    await new AiSdkModel(handMade(dialect, { content: [], finish: "stop", asked })).generate(request);
    expect(Object.keys(asked[0] ?? {})).toEqual(["prompt", "abortSignal"]);
  });

  it("sends a late system message as the user's where the service takes only leading ones", async () => {
    const asked: { prompt?: unknown }[] = [];
    const model = handMade(dialect, { content: [], finish: "stop", asked, provider: "google.generative-ai" });
    const messages = [
      { role: "system", content: "a" } as const,
      { role: "user", content: "b" } as const,
      { role: "system", content: "c" } as const,
    ];
    await new AiSdkModel(model).generate({ ...request, messages });
    expect(asked[0]?.prompt).toEqual([
      { role: "system", content: "a" },
      { role: "user", content: [{ type: "text", text: "b" }] },
      { role: "user", content: [{ type: "text", text: "c" }] },
    ]);
  });

  it("keeps the answer when a call's input is broken, with the raw text for the agent's loop", async () => {
    const inputs = ['{"q": "tid', "[1]", "7", "null"];
    const calls = inputs.map((input, i) => ({ type: "tool-call", toolCallId: `c${i}`, toolName: "look_up", input }));
    const content = [{ type: "text", text: "Let me see" }, ...calls];
    const { text, toolCalls } = await new AiSdkModel(handMade(dialect, { content, finish: "tool-calls" })).generate(
      request,
    );
    expect([text, ...toolCalls]).toEqual([
      "Let me see",
      ...inputs.map((invalidInput, i) => ({ id: `c${i}`, name: "look_up", input: {}, invalidInput })),
    ]);
  });

  it("takes an empty input as no arguments, drops __proto__, and gives repeated or missing ids new ones", async () => {
    const call = { type: "tool-call", toolName: "t" };
    const content = [
      { ...call, toolCallId: "a", input: "" },
      { ...call, toolCallId: "a", input: '{"__proto__":{"x":1},"y":2}' },
      { ...call, toolCallId: "", input: { already: "read" } },
    ];
    const { toolCalls } = await new AiSdkModel(handMade(dialect, { content, finish: "tool-calls" })).generate(request);
    expect(toolCalls.map((item) => item.input)).toEqual([{}, { y: 2 }, { already: "read" }]);
    expect(Object.keys(toolCalls[1]?.input ?? {})).toEqual(["y"]);
    expect(new Set(toolCalls.map((item) => item.id)).size).toBe(3);
    expect(toolCalls.every((item) => item.id !== "")).toBe(true);
  });

  it.each([
    [{}, "content should be a list, but is undefined"],
    [{ content: "hi" }, "content should be a list, but is hi"],
    [{ content: [null] }, "content[0] should be an object, but is null"],
    [{ content: [{ type: "text", text: 5 }] }, "content[0].text should be a string, but is 5"],
    [{ content: [{ text: "no type" }] }, "content[0].type should be a string"],
    [{ content: [{ type: "tool-call", toolCallId: "1", input: "{}" }] }, "content[0].toolName should be a string"],
    [{ content: [], finishReason: 3 }, "finishReason should be an object, but is 3"],
    [{ content: [], finishReason: {} }, "finishReason.unified should be a string"],
    [{ content: [], finishReason: "stop", usage: "many" }, "usage should be an object, but is many"],
    [
      { content: [], finishReason: "stop", usage: { inputTokens: -1 } },
      "usage.inputTokens should be a number of tokens",
    ],
    [{ content: [], finishReason: "stop", usage: { inputTokens: { total: "9" } } }, "usage.inputTokens.total"],
    [undefined, "result should be an object, but is undefined"],
  ])("refuses the garbage %j", async (garbage, message) => {
    const model = { ...handMade(dialect, {}), doGenerate: () => Promise.resolve(garbage) } as LanguageModelLike;
    const failure: unknown = await new AiSdkModel(model).generate(request).catch((thrown: unknown) => thrown);
    expect(ModelCallError.is(failure)).toBe(true);
    expect(failure).toMatchObject({ isRetryable: false });
    expect((failure as Error).message).toContain(message);
  });

  it("refuses a stream that ends without saying why the model stopped", async () => {
    const parts = [{ type: "text-delta", id: "1", delta: "Hel" }];
    for (const ending of [[], [dialect.unknownFinish]]) {
      const model = new AiSdkModel(handMade(dialect, { rawParts: [...parts, ...ending] }));
      await expect(collect(model)).rejects.toMatchObject({
        code: "model_call_failed",
        isRetryable: true,
        message: expect.stringContaining("ended before the answer was complete; it had said Hel"),
      });
    }
  });

  it("turns an error part, and garbage in a stream, into a ModelCallError", async () => {
    const overloaded = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    await expect(collect(new AiSdkModel(handMade(dialect, { rawParts: [overloaded] })))).rejects.toMatchObject({
      code: "model_call_failed",
      isRetryable: true,
      message: "acme.chat (m1) failed: Overloaded",
    });
    await expect(collect(new AiSdkModel(handMade(dialect, { rawParts: [17] })))).rejects.toMatchObject({
      message: expect.stringContaining("stream part should be an object, but is 17"),
    });
    const noStream = { ...handMade(dialect, {}), doStream: () => Promise.resolve({ stream: 5 }) } as LanguageModelLike;
    await expect(collect(new AiSdkModel(noStream))).rejects.toMatchObject({
      message: expect.stringContaining("gave no stream"),
    });
  });

  it("cancels the model's stream when the loop is left, and when the signal aborts", async () => {
    const cancelled: unknown[] = [];
    const model = new AiSdkModel(handMade(dialect, { endless: true, cancelled }));
    for await (const chunk of model.stream(request)) {
      expect(chunk).toEqual({ text: "more" });
      break;
    }
    expect(cancelled).toHaveLength(1);
    const controller = new AbortController();
    const reading = (async () => {
      for await (const _ of model.stream({ ...request, signal: controller.signal })) controller.abort("enough");
    })();
    await expect(reading).rejects.toMatchObject({ code: "run_cancelled", cause: "enough" });
    expect(cancelled).toHaveLength(2);
  });

  it("takes an async iterable for a stream", async () => {
    async function* parts(): AsyncGenerator {
      yield { type: "text-delta", id: "1", delta: "Hi" };
      yield dialect.finish("stop");
    }
    const model = {
      ...handMade(dialect, {}),
      doStream: () => Promise.resolve({ stream: parts() }),
    } as LanguageModelLike;
    expect(await collect(new AiSdkModel(model))).toMatchObject([{ text: "Hi" }, { response: { text: "Hi" } }]);
  });
});

it("takes the text that a v4 model points out as the structured answer", async () => {
  const content = [
    { type: "text", text: "Here you are: " },
    { type: "text", text: "{}" },
  ];
  const model = new AiSdkModel(handMade(V4, { content, finish: "stop", more: { structuredOutputText: "{}" } }));
  expect((await model.generate(request)).text).toBe("{}");
});
