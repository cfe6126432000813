import { describe, expect, it } from "@jest/globals";
import { on } from "@boathook/hooks";
import { createOpenAI } from "@ai-sdk/openai";
import { z } from "zod";

import {
  BaseLlm,
  llm,
  type Llm,
  type LlmResponse,
  type Message,
  type ModelRequest,
  type ModelSource,
} from "../src/index.ts";

/** Compiled, never called. */
export function mustNotCompile(model: Llm): void {
  // @ts-expect-error -- a number is no model
  llm(5);
  // @ts-expect-error -- no such option
  llm({ model: "offline", tempature: 1 });
  // @ts-expect-error -- v1 objects are not spoken to
  llm({
    specificationVersion: "v1",
    provider: "a",
    modelId: "b",
    doGenerate: async () => ({}),
    doStream: async () => ({}),
  });
  // @ts-expect-error -- a schema is wanted, not JSON Schema
  void model.call("hi", { outputSchema: { type: "object" } });
  // @ts-expect-error -- no such role
  const message: Message = { role: "robot", content: "" };
  message;
  on("pre_model_call", (context) => {
    // @ts-expect-error -- messages have roles
    context.messages.push({ content: "hi" });
    // @ts-expect-error -- the model is fixed
    context.llm = model;
    // @ts-expect-error -- there may be no response yet
    return context.response.length > 0;
  });
  on("post_model_call", (context) => context.response.toUpperCase());
  // @ts-expect-error -- a text replaces the answer, a number does not
  on("post_model_call", () => 5);
}

/** Compiled, never called. */
export function mustCompile(): void {
  const provider = createOpenAI({ apiKey: "k" });
  const sources: readonly ModelSource[] = [
    "offline",
    provider.chat("gpt-4o-mini"),
    { model: provider("gpt-4o-mini"), temperature: undefined },
    [llm("offline"), "openai/gpt-4o-mini"],
  ];
  const model = llm(sources);
  void model.call([{ role: "user", content: [{ type: "text", text: "hi" }] }], {
    outputSchema: z.object({}),
    signal: undefined,
  });
  on("pre_model_call", (context) => {
    const [first] = context.messages;
    return first?.role !== "system" && context.llm.modelId !== "" && context.toolCalls.length === 0;
  });
}

describe("a model written by hand", () => {
  it("needs an id and generate, takes tools by default, and is called like any other", async () => {
    class Echo extends BaseLlm {
      readonly modelId = "echo";
      async generate({ messages }: ModelRequest): Promise<LlmResponse> {
        const text = messages.map(({ content }) => (typeof content === "string" ? content : "")).join(" ");
        return { text, toolCalls: [], parsed: undefined, finishReason: "stop", usage: { ...NOTHING, requests: 1 } };
      }
    }
    const echo = new Echo();
    expect([echo.supportsTools, (await llm(echo).call("hello")).text]).toEqual([true, "hello"]);
  });
});

const NOTHING = { inputTokens: 0, outputTokens: 0, totalTokens: 0, cachedInputTokens: 0, reasoningTokens: 0 };
