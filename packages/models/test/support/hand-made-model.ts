import type { LanguageModelLike } from "../../src/index.ts";

/** What one version of the specification writes differently. */
export interface Dialect {
  readonly version: LanguageModelLike["specificationVersion"];
  readonly content: readonly object[];
  readonly parts: readonly object[];
  readonly usage: object;
  /** The finish part of a stream that was cut off. */
  readonly unknownFinish: object;
  finishReason(word: string): unknown;
  finish(word: string): object;
  url(text: string): unknown;
  data(value: unknown): unknown;
}

/** What a hand-made model does. */
export interface Behaviour {
  readonly content?: readonly unknown[];
  readonly parts?: readonly unknown[];
  /** Parts without a finish part after them. */
  readonly rawParts?: readonly unknown[];
  readonly finish?: string;
  readonly usage?: unknown;
  readonly more?: object;
  readonly provider?: string;
  /** Filled with the options of every call. */
  readonly asked?: object[];
  readonly endless?: boolean;
  /** Filled with the reasons with which streams were cancelled. */
  readonly cancelled?: unknown[];
}

const content: readonly object[] = [
  { type: "reasoning", text: "They greet me." },
  { type: "text", text: "Hello" },
  { type: "source", sourceType: "url", id: "s", url: "https://example.com" },
  { type: "text", text: " there" },
  { type: "tool-call", toolCallId: "own", toolName: "web", input: "{}", providerExecuted: true },
  { type: "tool-result", toolCallId: "own", toolName: "web", result: "x" },
  { type: "tool-call", toolCallId: "c1", toolName: "look_up", input: '{"q":"tides"}' },
];

const parts: readonly object[] = [
  { type: "stream-start", warnings: [] },
  { type: "response-metadata", id: "r" },
  { type: "reasoning-start", id: "0" },
  { type: "reasoning-delta", id: "0", delta: "They greet me." },
  { type: "reasoning-end", id: "0" },
  { type: "text-start", id: "1" },
  { type: "text-delta", id: "1", delta: "Hello" },
  { type: "text-delta", id: "1", delta: "" },
  { type: "text-delta", id: "1", delta: " there" },
  { type: "text-end", id: "1" },
  { type: "tool-input-start", id: "c1", toolName: "look_up" },
  { type: "tool-input-delta", id: "c1", delta: '{"q":"tides"}' },
  { type: "tool-input-end", id: "c1" },
  { type: "tool-call", toolCallId: "own", toolName: "web", input: "{}", providerExecuted: true },
  { type: "tool-call", toolCallId: "c1", toolName: "look_up", input: '{"q":"tides"}' },
];

/** Words and plain numbers. */
export const V2: Dialect = {
  version: "v2",
  content,
  parts,
  usage: { inputTokens: 10, outputTokens: 7, totalTokens: 17, cachedInputTokens: 4, reasoningTokens: 2 },
  unknownFinish: { type: "finish", finishReason: "unknown", usage: {} },
  finishReason: (word) => word,
  finish: (word) => ({ type: "finish", finishReason: word, usage: V2.usage }),
  url: (text) => new URL(text),
  data: (value) => value,
};

/** Nested totals. */
export const V3: Dialect = {
  ...V2,
  version: "v3",
  usage: {
    inputTokens: { total: 10, noCache: 6, cacheRead: 4, cacheWrite: undefined },
    outputTokens: { total: 7, text: 5, reasoning: 2 },
  },
  unknownFinish: { type: "finish", finishReason: { unified: "other", raw: undefined }, usage: {} },
  finishReason: (word) => ({ unified: word, raw: `raw ${word}` }),
  finish: (word) => ({ type: "finish", finishReason: V3.finishReason(word), usage: V3.usage }),
};

/** As v3, with tagged files and more kinds of parts. */
export const V4: Dialect = {
  ...V3,
  version: "v4",
  content: [...content, { type: "custom", kind: "acme.note" }, { type: "reasoning-file", mediaType: "image/png" }],
  parts: [...parts, { type: "ping" }, { type: "custom", kind: "acme.note" }],
  unknownFinish: { type: "finish", finishReason: { unified: "interrupted", raw: undefined }, usage: {} },
  url: (text) => ({ type: "url", url: new URL(text) }),
  data: (value) => ({ type: "data", data: value }),
};

/** A model object as a provider's package would make it. */
export function handMade(dialect: Dialect, behaviour: Behaviour): LanguageModelLike {
  const usage = "usage" in behaviour ? behaviour.usage : dialect.usage;
  return {
    specificationVersion: dialect.version,
    provider: behaviour.provider ?? "acme.chat",
    modelId: "m1",
    doGenerate: async (options: object) => {
      behaviour.asked?.push(options);
      const finishReason = dialect.finishReason(behaviour.finish ?? "stop");
      return { content: behaviour.content, finishReason, usage, warnings: [], ...behaviour.more };
    },
    doStream: async (options: object) => {
      behaviour.asked?.push(options);
      if (behaviour.endless === true) return { stream: endless(behaviour.cancelled) };
      return {
        stream: streamOf(
          behaviour.rawParts ?? [...(behaviour.parts ?? []), dialect.finish(behaviour.finish ?? "stop")],
        ),
      };
    },
  };
}

function streamOf(items: readonly unknown[]): ReadableStream {
  return new ReadableStream({
    start(controller) {
      for (const item of items) controller.enqueue(item);
      controller.close();
    },
  });
}

function endless(cancelled: unknown[] = []): ReadableStream {
  return new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      controller.enqueue({ type: "text-delta", id: "1", delta: "more" });
    },
    cancel: (reason) => void cancelled.push(reason),
  });
}
