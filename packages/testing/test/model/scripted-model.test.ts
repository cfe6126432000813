import { setTimeout as delay } from "node:timers/promises";

import { RunCancelledError } from "@boathook/kernel";
import { llm, type LlmResponse, type ModelRequest } from "@boathook/models";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";

import { callTool, ScriptedModel, ScriptExhaustedError, ScriptIncompleteError } from "../../src/index.ts";
import { caught, request } from "./requests.ts";

const USAGE = {
  inputTokens: 10,
  outputTokens: 5,
  totalTokens: 15,
  cachedInputTokens: 0,
  reasoningTokens: 0,
  requests: 1,
};

describe("replies of a scripted model", () => {
  it("are given in order, whatever form they have", async () => {
    const model = new ScriptedModel({
      replies: [
        "plain",
        { text: "in parts", usage: { inputTokens: 3 }, finishReason: "length" },
        callTool("search", { query: "tides" }),
        (request, index) => `${String(index)}: ${request.messages.length} message(s)`,
        async () => Promise.resolve(callTool("stop")),
      ],
    });
    const answers: LlmResponse[] = [];
    for (let i = 0; i < 5; i += 1) answers.push(await model.generate(request()));
    expect(answers).toEqual([
      { text: "plain", toolCalls: [], parsed: undefined, finishReason: "stop", usage: USAGE },
      {
        text: "in parts",
        toolCalls: [],
        parsed: undefined,
        finishReason: "length",
        usage: { ...USAGE, inputTokens: 3, totalTokens: 8 },
      },
      {
        text: "",
        toolCalls: [{ id: "c1", name: "search", input: { query: "tides" } }],
        parsed: undefined,
        finishReason: "tool-calls",
        usage: USAGE,
      },
      { text: "3: 1 message(s)", toolCalls: [], parsed: undefined, finishReason: "stop", usage: USAGE },
      {
        text: "",
        toolCalls: [{ id: "c2", name: "stop", input: {} }],
        parsed: undefined,
        finishReason: "tool-calls",
        usage: USAGE,
      },
    ]);
  });

  it("that are errors are thrown as they are", async () => {
    const failure = new TypeError("no network");
    const model = new ScriptedModel({ replies: [failure, () => Promise.reject(failure), () => failure] });
    for (let i = 0; i < 3; i += 1) await expect(model.generate(request())).rejects.toBe(failure);
  });

  it("come from one function for all requests when the script is a function", async () => {
    const model = new ScriptedModel({ replies: (_request, index) => `answer ${String(index + 1)}` });
    expect((await model.generate(request())).text).toBe("answer 1");
    expect((await model.generate(request())).text).toBe("answer 2");
    model.assertComplete();
  });

  it("keep ids that are given, and number the others through the model's life", async () => {
    const model = new ScriptedModel({
      replies: [{ toolCalls: [{ name: "a" }, { name: "b", id: "mine" }, { name: "c" }] }, callTool("d")],
    });
    const ids = [await model.generate(request()), await model.generate(request())].map((answer) =>
      answer.toolCalls.map((call) => call.id),
    );
    expect(ids).toEqual([["c1", "mine", "c2"], ["c3"]]);
  });

  it("may hold the raw text of a call's input, as a model sent it", async () => {
    const inputs = ['{"n":1}', "  ", "{broken", "[1]", '"text"', "null"];
    const model = new ScriptedModel({
      replies: [{ toolCalls: inputs.map((input) => ({ name: "count", input })) }],
    });
    const { toolCalls } = await model.generate(request());
    expect(toolCalls.map(({ input, invalidInput }) => ({ input, invalidInput }))).toEqual([
      { input: { n: 1 }, invalidInput: undefined },
      { input: {}, invalidInput: undefined },
      { input: {}, invalidInput: "{broken" },
      { input: {}, invalidInput: "[1]" },
      { input: {}, invalidInput: '"text"' },
      { input: {}, invalidInput: "null" },
    ]);
  });

  it("give each answer an input of its own, so that a hook's edit reaches neither the script nor the next answer", async () => {
    const input = { filter: { limit: 1 } };
    const model = new ScriptedModel({ replies: () => callTool("search", input) });
    const first = await model.generate(request());
    (first.toolCalls[0]?.input.filter as { limit: number }).limit = 99;
    const second = await model.generate(request());
    expect([input, second.toolCalls[0]?.input]).toEqual([{ filter: { limit: 1 } }, { filter: { limit: 1 } }]);
  });

  it("run out with an error that says how many there were and what was asked", async () => {
    const model = new ScriptedModel({ modelId: "short", replies: ["one"] });
    await model.generate(request());
    const late = await model.generate(request("and now?")).catch((error: unknown) => error);
    expect(ScriptExhaustedError.is(late)).toBe(true);
    expect(late).toMatchObject({
      code: "script_exhausted",
      message:
        'The scripted model "short" was asked for reply 2, but its script has 1 reply. The last message was of the user: "and now?". ' +
        "Add a reply, or find out why the model was asked once more.",
    });
    expect(model.requests).toHaveLength(2);
  });
});

describe("assertComplete", () => {
  it("is content when every reply was given", async () => {
    const model = new ScriptedModel({ replies: ["one"] });
    await model.generate(request());
    expect(() => {
      model.assertComplete();
    }).not.toThrow();
  });

  it("names the replies that were never given, and requests beyond the script that somebody swallowed", async () => {
    const model = new ScriptedModel({ replies: ["one", "two"] });
    await model.generate(request());
    const complaint = caught(() => {
      model.assertComplete();
    });
    expect(ScriptIncompleteError.is(complaint)).toBe(true);
    expect(complaint).toMatchObject({
      message:
        'The scripted model "scripted" has 2 replies and was asked once: the replies from number 2 on were never given.',
    });
    await model.generate(request());
    await model.generate(request()).catch(() => undefined);
    expect(
      caught(() => {
        model.assertComplete();
      }),
    ).toMatchObject({
      code: "script_incomplete",
      message: 'The scripted model "scripted" has 2 replies and was asked 3 times: the last requests found no reply.',
    });
  });
});

describe("requests of a scripted model", () => {
  it("are kept as they were when they came", async () => {
    const model = new ScriptedModel({ replies: ["one"] });
    const bytes = new Uint8Array([1, 2]);
    const messages: ModelRequest["messages"][number][] = [
      { role: "user", content: [{ type: "file", mediaType: "image/png", data: bytes }] },
    ];
    const live = request(messages);
    await model.generate(live);
    messages.push({ role: "assistant", content: "later" });
    bytes[0] = 99;
    expect(model.requests).toEqual([
      {
        messages: [{ role: "user", content: [{ type: "file", mediaType: "image/png", data: new Uint8Array([1, 2]) }] }],
        tools: [],
        toolChoice: "auto",
        outputSchema: undefined,
        signal: live.signal,
      },
    ]);
    expect(model.requests[0]?.signal).toBe(live.signal);
  });

  it("cannot be changed by anybody, however deep", async () => {
    const model = new ScriptedModel({ replies: ["one"] });
    const tools = [{ name: "t", description: "d", inputSchema: { properties: { a: { type: "string" } } } }];
    await model.generate({ ...request(), tools });
    const [seen] = model.requests;
    expect(() => {
      (seen?.tools[0]?.inputSchema as { properties: { a: { type: string } } }).properties.a.type = "number";
    }).toThrow(TypeError);
    expect(() => {
      (seen?.messages as unknown[]).push("x");
    }).toThrow(TypeError);
  });
});

describe("a scripted model that is asked to stop", () => {
  it("ends its thinking at once, with the cancellation", async () => {
    const model = new ScriptedModel({ replies: [{ text: "late", delayMs: 60_000 }] });
    const controller = new AbortController();
    const asked = model.generate({ ...request(), signal: controller.signal });
    await delay(5);
    controller.abort("enough");
    await expect(asked).rejects.toMatchObject({ code: "run_cancelled", cause: "enough" });
  });

  it("does not wait for a reply function that never answers", async () => {
    const model = new ScriptedModel({ replies: [() => new Promise<string>(() => {})] });
    const controller = new AbortController();
    const asked = model.generate({ ...request(), signal: controller.signal });
    controller.abort();
    await expect(asked).rejects.toBeInstanceOf(RunCancelledError);
  });

  it("answers nothing when it was cancelled before", async () => {
    const model = new ScriptedModel({ replies: ["one"] });
    await expect(model.generate({ ...request(), signal: AbortSignal.abort() })).rejects.toBeInstanceOf(
      RunCancelledError,
    );
  });

  it("ends its stream between two words", async () => {
    const model = new ScriptedModel({ replies: ["one two three"] });
    const controller = new AbortController();
    const heard: unknown[] = [];
    const listen = async (): Promise<void> => {
      for await (const chunk of model.stream({ ...request(), signal: controller.signal })) {
        heard.push(chunk);
        if (heard.length === 2) controller.abort();
      }
    };
    await expect(listen()).rejects.toBeInstanceOf(RunCancelledError);
    expect(heard).toEqual([{ text: "one" }, { text: " two" }]);
  });
});

describe("the stream of a scripted model", () => {
  it("gives words, then the whole response", async () => {
    const model = new ScriptedModel({ replies: ["The tide\nturns. "] });
    const chunks: unknown[] = [];
    for await (const chunk of model.stream(request())) chunks.push(chunk);
    expect(chunks).toEqual([
      { text: "The" },
      { text: " tide" },
      { text: "\nturns. " },
      { response: { text: "The tide\nturns. ", toolCalls: [], parsed: undefined, finishReason: "stop", usage: USAGE } },
    ]);
  });

  it("adds up to the text, whatever the text is", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: fc.constantFrom(" ", "\n", "a", "bc", "é") }), async (text) => {
        const pieces: string[] = [];
        for await (const chunk of new ScriptedModel({ replies: [text] }).stream(request())) {
          if ("text" in chunk) pieces.push(chunk.text ?? "");
        }
        expect(pieces.join("")).toBe(text);
        expect(pieces.every((piece) => piece !== "")).toBe(true);
      }),
    );
  });

  it("reaches callers of llm(...) word by word", async () => {
    const stream = llm(new ScriptedModel({ replies: ["one two"] })).stream("go");
    const heard: string[] = [];
    for await (const text of stream) heard.push(text);
    expect([heard, (await stream.result).text]).toEqual([["one", " two"], "one two"]);
  });
});
