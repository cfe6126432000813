import { ConfigurationError } from "@boathook/kernel";
import { describe, expect, it } from "@jest/globals";

import type { ModelChunk } from "../../src/base-llm.ts";
import type { LlmResponse, Message } from "../../src/model-types.ts";
import { OfflineModel } from "../../src/offline/offline-model.ts";
import { object, request } from "./conversation.ts";

const sum = {
  name: "sum_up",
  description: "Works out an expression.",
  inputSchema: object({ expression: { type: "string" } }),
};
const ask = (content: string): Message[] => [{ role: "user", content }];
const called = (result: string): Message[] => [
  ...ask("What is 2 + 3?"),
  { role: "assistant", content: "", toolCalls: [{ id: "c1", name: "sum_up", input: { expression: "2 + 3" } }] },
  { role: "tool", toolCallId: "c1", toolName: "sum_up", content: result },
];

async function collect(
  chunks: AsyncIterable<ModelChunk>,
): Promise<{ texts: string[]; response: LlmResponse | undefined }> {
  const texts: string[] = [];
  let response: LlmResponse | undefined;
  for await (const chunk of chunks) {
    if ("response" in chunk) response = chunk.response;
    else if (chunk.text !== undefined) texts.push(chunk.text);
  }
  return { texts, response };
}

describe("as a model", () => {
  it("is called offline, knows tools, and reports estimated tokens", async () => {
    const model = new OfflineModel();
    expect([model.modelId, model.supportsTools]).toEqual(["offline", true]);
    const { usage } = await model.generate(request({ messages: ask("What is 2 + 3?"), tools: [sum] }));
    expect(usage.inputTokens).toBe(Math.ceil(("What is 2 + 3?".length + JSON.stringify([sum]).length) / 4));
    expect(usage.outputTokens).toBeGreaterThan(10);
    expect(usage).toMatchObject({
      totalTokens: usage.inputTokens + usage.outputTokens,
      cachedInputTokens: 0,
      reasoningTokens: 0,
      requests: 1,
    });
  });

  it("calls, reads the result and answers", async () => {
    const model = new OfflineModel();
    const first = await model.generate(request({ messages: ask("What is 2 + 3?"), tools: [sum] }));
    expect(first).toMatchObject({
      text: "",
      finishReason: "tool-calls",
      parsed: undefined,
      toolCalls: [{ name: "sum_up", input: { expression: "2 + 3" } }],
    });
    const last = await model.generate(request({ messages: called("5"), tools: [sum] }));
    expect(last).toMatchObject({ text: "2 + 3 = 5.", finishReason: "stop", toolCalls: [] });
  });

  it("gives calls ids that are the same for the same seed and differ between calls, rounds and seeds", async () => {
    const ids = async (seed: number, content: string): Promise<string[]> => {
      const { toolCalls } = await new OfflineModel({ seed }).generate(
        request({ messages: ask(content), tools: [sum] }),
      );
      return toolCalls.map((call) => call.id);
    };
    const one = await ids(1, "What is 2 + 3 and 4 * 5?");
    expect(one).toHaveLength(2);
    expect(await ids(1, "What is 2 + 3 and 4 * 5?")).toEqual(one);
    const others = [
      ...(await ids(2, "What is 2 + 3 and 4 * 5?")),
      ...(await ids(1, "Please: what is 2 + 3 and 4 * 5?")),
    ];
    expect(new Set([...one, ...others]).size).toBe(6);
  });

  it("streams the answer word by word, then the response; tool calls come with the response alone", async () => {
    const model = new OfflineModel();
    const answer = await collect(model.stream(request({ messages: called("5"), tools: [sum] })));
    expect(answer.texts).toEqual(["2", " +", " 3", " =", " 5."]);
    expect(answer.response?.text).toBe("2 + 3 = 5.");
    const calls = await collect(model.stream(request({ messages: ask("What is 2 + 3?"), tools: [sum] })));
    expect([calls.texts, calls.response?.toolCalls.length]).toEqual([[], 1]);
  });

  it("stops when the signal is aborted, also between two words", async () => {
    const gone = AbortSignal.abort(new Error("gone"));
    await expect(new OfflineModel().generate(request({ messages: ask("x"), signal: gone }))).rejects.toThrow("gone");
    const controller = new AbortController();
    const words: unknown[] = [];
    const reading = (async () => {
      for await (const chunk of new OfflineModel().stream(
        request({ messages: called("5"), signal: controller.signal }),
      )) {
        words.push(chunk);
        controller.abort(new Error("enough"));
      }
    })();
    await expect(reading).rejects.toThrow("enough");
    expect(words).toEqual([{ text: "2" }]);
  });

  it("refuses options it does not know, naming them", () => {
    const wrong = { seed: "x", temperature: 1 } as unknown as { seed: number };
    const fault = (() => {
      try {
        return new OfflineModel(wrong);
      } catch (error) {
        return error;
      }
    })();
    expect(ConfigurationError.is(fault) && fault.faults.map((one) => one.path)).toEqual(["seed", "temperature"]);
    // @ts-expect-error an option there is not
    expect(() => new OfflineModel({ key: "k" })).toThrow("OfflineModel");
    expect(new OfflineModel({ seed: undefined }).modelId).toBe("offline");
  });
});

describe("what the request allows", () => {
  it("calls nothing when it may not, and answers at once", async () => {
    const { toolCalls, text } = await new OfflineModel().generate(
      request({ messages: ask("What is 2 + 3?"), tools: [sum], toolChoice: "none" }),
    );
    expect(toolCalls).toEqual([]);
    expect(text).toContain("no tool was called");
  });

  it("calls something when it must, with values that fit and say nothing", async () => {
    const tool = {
      name: "book_room",
      description: "Books a room.",
      inputSchema: object({
        room: { type: "string", pattern: "^[A-Z]\\d{2}$" },
        guests: { type: "integer", minimum: 1 },
      }),
    };
    const { toolCalls } = await new OfflineModel().generate(
      request({ messages: ask("Say hello."), tools: [tool], toolChoice: "required" }),
    );
    expect(toolCalls.map((call) => call.input)).toEqual([{ room: "A00", guests: 1 }]);
  });

  it("answers when it is told to call no more tools", async () => {
    const messages: Message[] = [
      ...called("5").slice(0, 1),
      {
        role: "user",
        content: "You have used all the steps you have. Do not call any more tools. Give your best final answer now.",
      },
    ];
    const { toolCalls } = await new OfflineModel().generate(request({ messages, tools: [sum] }));
    expect(toolCalls).toEqual([]);
  });

  it("takes a user's next message as the next task, and a refusal of its answer as the same one", async () => {
    const answered: Message[] = [...called("5"), { role: "assistant", content: "2 + 3 = 5." }];
    const next = await new OfflineModel().generate(
      request({ messages: [...answered, ...ask("What is 7 * 6?")], tools: [sum] }),
    );
    expect(next.toolCalls.map((call) => call.input)).toEqual([{ expression: "7 * 6" }]);
    const again = await new OfflineModel().generate(
      request({
        messages: [...answered, ...ask("That answer was not accepted: just the number, please.\nDo the task again.")],
        tools: [sum],
      }),
    );
    expect(again).toMatchObject({ toolCalls: [], text: "5" });
  });

  it("works in text mode: actions and the final answer are written out", async () => {
    const system = [
      "You are Worker.",
      `You can use these tools:\n- sum_up: Works out an expression.\n  Arguments (JSON Schema): ${JSON.stringify(sum.inputSchema)}`,
      "To use one, write these lines and then stop:\nThought: <why>\nAction: <name of the tool>\nAction Input: <its arguments as one JSON object>\nFinal Answer: <your complete answer>",
    ].join("\n");
    const opening: Message[] = [
      { role: "system", content: system },
      { role: "user", content: "Task: What is 2 + 3?\n\nExpected output: a sum" },
    ];
    const action = await new OfflineModel().generate(request({ messages: opening }));
    expect([action.text.split("\n").slice(1), action.toolCalls]).toEqual([
      ["Action: sum_up", 'Action Input: {"expression":"2 + 3"}'],
      [],
    ]);
    const observed: Message[] = [
      ...opening,
      { role: "assistant", content: action.text },
      { role: "user", content: "Observation: 5" },
    ];
    expect((await new OfflineModel().generate(request({ messages: observed }))).text).toBe("Final Answer: 2 + 3 = 5.");
  });
});

describe("structured answers", () => {
  const answerWith = async (messages: readonly Message[], outputSchema: object): Promise<unknown> =>
    (await new OfflineModel().generate(request({ messages, outputSchema }))).parsed;

  it("are filled from what tools returned, by key", async () => {
    const messages: Message[] = [
      ...ask("Find the order."),
      { role: "assistant", content: "", toolCalls: [{ id: "1", name: "get_order", input: { id: 7 } }] },
      {
        role: "tool",
        toolCallId: "1",
        toolName: "get_order",
        content: JSON.stringify({
          order_id: 7,
          customer: { fullName: "Anna Berg" },
          lines: [{ item: "Lamp", qty: 2 }],
          paid: true,
          tags: ["new", "gift"],
        }),
      },
    ];
    const schema = object({
      orderId: { type: "integer" },
      paid: { type: "boolean" },
      tags: { type: "array", items: { type: "string" } },
      customer: object({ full_name: { type: "string" } }),
      lines: { type: "array", items: object({ item: { type: "string" }, qty: { type: "number" } }) },
      note: { type: "string" },
      rating: { type: "integer", minimum: 1 },
      state: { enum: ["open", "closed"] },
    });
    expect(await answerWith(messages, schema)).toEqual({
      orderId: 7,
      paid: true,
      tags: ["new", "gift"],
      customer: { full_name: "Anna Berg" },
      lines: [{ item: "Lamp", qty: 2 }],
      note: expect.any(String),
      rating: 1,
      state: "open",
    });
  });

  it("are filled from labelled lines of the text, and choose what its words come nearest to", async () => {
    const text =
      "Turn this into JSON.\n\nDate: 2026-12-03\nRoom: 12\nAttendees: Anna, Bo and Cy\nThe mood was good, everybody accepted the plan.";
    const schema = object({
      date: { type: "string", format: "date" },
      room: { type: "integer" },
      attendees: { type: "array", items: { type: "string" } },
      verdict: { enum: ["rejected", "approved", "revise"] },
    });
    expect(await answerWith(ask(text), schema)).toEqual({
      date: "2026-12-03",
      room: 12,
      attendees: ["Anna", "Bo", "Cy"],
      verdict: "approved",
    });
  });

  it("follow a schema that is only written in the prompt, as text", async () => {
    const schema = object({ total: { type: "number" } });
    const messages = called("5");
    messages[0] = {
      role: "user",
      content: `Task: What is 2 + 3?\n\nFormat: answer with one JSON object that fits this JSON Schema, and nothing else:\n${JSON.stringify(schema)}`,
    };
    const { text, parsed } = await new OfflineModel().generate(request({ messages, tools: [sum] }));
    expect([text, parsed]).toEqual(['{"total":5}', undefined]);
  });
});
