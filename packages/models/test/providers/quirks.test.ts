import {
  startAnthropicServer,
  startGoogleServer,
  startOpenAiServer,
  type ModelServer,
} from "@boathook/testing/servers";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { z } from "zod";

import { contextWindowOf, isToolsRefusal, llm, type Llm, type LlmOptions } from "../../src/index.ts";
import { keptLogger, quickClock, withServices } from "../support/recording.ts";

const look = { name: "look_up", description: "Looks up", inputSchema: z.object({ q: z.string() }) };

/** How one service says what all of them have. */
interface Service {
  readonly name: string;
  readonly model: string;
  readonly more?: Partial<LlmOptions>;
  start(): Promise<ModelServer>;
  readonly cutOff: string;
  readonly withheld: string;
  readonly tooLong: string;
  readonly noTools: string;
  /** False: its fake sends no reasoning, or not its tokens. */
  readonly reasons: boolean;
  readonly countsReasoning: boolean;
}

const services: readonly Service[] = [
  {
    name: "OpenAI, chat completions",
    model: "openai/gpt-4o-mini",
    start: startOpenAiServer,
    cutOff: "length",
    withheld: "content_filter",
    tooLong: "This model's maximum context length is 128000 tokens. However, your messages resulted in 130001 tokens.",
    noTools: "tools is not supported in this model. For a list of supported models, refer to the documentation.",
    reasons: true,
    countsReasoning: true,
  },
  {
    name: "OpenAI, responses",
    model: "openai/gpt-4o-mini",
    more: { api: "responses" },
    start: startOpenAiServer,
    cutOff: "max_output_tokens",
    withheld: "content_filter",
    tooLong: "Your input exceeds the context window of this model. Please adjust your input and try again.",
    noTools: "Function calling is not supported with this model.",
    reasons: false,
    countsReasoning: true,
  },
  {
    name: "Anthropic",
    model: "anthropic/claude-3-5-haiku-latest",
    start: startAnthropicServer,
    cutOff: "max_tokens",
    withheld: "refusal",
    tooLong: "prompt is too long: 213462 tokens > 200000 maximum",
    noTools: "This model does not support tool use.",
    reasons: true,
    countsReasoning: false,
  },
  {
    name: "Google",
    model: "google/gemini-2.0-flash",
    start: startGoogleServer,
    cutOff: "MAX_TOKENS",
    withheld: "SAFETY",
    tooLong: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
    noTools: "Function calling is not enabled for models/gemini-2.0-flash",
    reasons: false,
    countsReasoning: true,
  },
  {
    name: "Ollama",
    model: "ollama/llama3.2",
    start: startOpenAiServer,
    cutOff: "length",
    withheld: "content_filter",
    tooLong: "the input length exceeds the context length",
    noTools: "registry.ollama.ai/library/llama3.2:latest does not support tools",
    reasons: true,
    countsReasoning: true,
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
    return llm({ model: service.model, baseUrl: server.url, apiKey: "key", ...service.more, ...options });
  }

  it("keeps reasoning out of the answer, and counts its tokens where the service does", async () => {
    const usage = { input: 20, output: 8, reasoning: 5 };
    const reasoning = service.reasons ? "They ask for the tide." : undefined;
    server.reply({ text: "High.", reasoning, usage }, { text: "High.", reasoning, usage });
    const whole = await model().call("How is the tide?");
    expect([whole.text, whole.usage.outputTokens, whole.usage.totalTokens]).toEqual(["High.", 8, 28]);
    expect(whole.usage.reasoningTokens).toBe(service.countsReasoning ? 5 : 0);
    const stream = model().stream("How is the tide?");
    let streamed = "";
    for await (const text of stream) streamed += text;
    expect([streamed, (await stream.result).text]).toEqual(["High.", "High."]);
  });

  it("says that an answer was cut off, or withheld, in the one word for it", async () => {
    server.reply({ text: "Hi", finishReason: service.cutOff }, { text: "Hi", finishReason: service.withheld });
    expect((await model().call("a")).finishReason).toBe("length");
    expect((await model().call("b")).finishReason).toBe("content-filter");
  });

  it("says that a conversation is too long, which is not tried again", async () => {
    server.reply({ status: 400, message: service.tooLong });
    await expect(model().call("a")).rejects.toMatchObject({ code: "context_window_exceeded", status: 400 });
    expect(server.requests).toHaveLength(1);
  });

  it("says that a model takes no tools, which is not tried again", async () => {
    server.reply({ status: 400, message: service.noTools });
    const failure: unknown = await model()
      .call("a", { tools: [look] })
      .catch((error: unknown) => error);
    expect([isToolsRefusal(failure), failure]).toEqual([true, expect.objectContaining({ code: "tools_unsupported" })]);
    expect(server.requests).toHaveLength(1);
  });

  it("is one of a list: the next model is asked when it is overloaded for good", async () => {
    server.reply({ status: 503 }, { status: 503 }, { text: "from the second" });
    const list = llm([model({ maxRetries: 1 }), model({ model: service.model, contextWindow: 9 })]);
    expect(contextWindowOf(list)).toBeUndefined();
    const answer = await withServices({ clock: quickClock(), logger: keptLogger() }, () => list.call("a"));
    expect([answer.text, server.requests.length]).toEqual(["from the second", 3]);
  });
});

describe.each(["chat", "responses"] as const)("OpenAI's %s, when a model writes", (api) => {
  let server: ModelServer;

  beforeAll(async () => {
    server = await startOpenAiServer();
  });
  afterEach(() => {
    server.reset();
  });
  afterAll(() => server.close());

  it("arguments that are no JSON keeps the answer, with the text as it came", async () => {
    const toolCalls = [
      { id: "a", name: "look_up", input: '{"q": "tide"' },
      { id: "b", name: "look_up", input: { q: "moon" } },
    ];
    server.reply({ text: "Let me see.", toolCalls });
    const model = llm({ model: "openai/gpt-4o-mini", baseUrl: server.url, apiKey: "key", api });
    const answer = await model.call("a", { tools: [look] });
    expect(answer).toMatchObject({
      text: "Let me see.",
      toolCalls: [
        { id: "a", input: {}, invalidInput: '{"q": "tide"' },
        { id: "b", input: { q: "moon" } },
      ],
    });
  });
});
