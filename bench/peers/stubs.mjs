// Model objects that call the tool `echo` so many times, then say "done": one per interface that packages take. A conversation says by itself how
/* global ReadableStream */
// far it is, so that one model serves many runs at once.

const doneIn = ({ prompt }) => prompt.reduce((count, { role }) => count + (role === "tool" ? 1 : 0), 0);
const finish = (unified) => ({ unified, raw: unified });
const callOf = (i) => ({ type: "tool-call", toolCallId: `c${i}`, toolName: "echo", input: `{"x":"${i}"}` });
const SAYS_DONE = [{ type: "text", text: "done" }];

/** A stream of parts that are there at once. */
const streamOf = (parts) =>
  new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });

/** Specification v3 of the AI SDK's models; with `chunks`, the answer comes in so many. */
export function aiModel(rounds, chunks = 1) {
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
  return {
    specificationVersion: "v3",
    provider: "stub",
    modelId: "stub",
    supportedUrls: {},
    async doGenerate(options) {
      const done = doneIn(options);
      const isCall = done < rounds;
      const finishReason = finish(isCall ? "tool-calls" : "stop");
      return { content: isCall ? [callOf(done)] : SAYS_DONE, finishReason, usage, warnings: [] };
    },
    async doStream() {
      const deltas = Array.from({ length: chunks }, () => ({ type: "text-delta", id: "t", delta: "tok " }));
      return {
        stream: streamOf([
          { type: "stream-start", warnings: [] },
          { type: "text-start", id: "t" },
          ...deltas,
          { type: "text-end", id: "t" },
          { type: "finish", finishReason: finish("stop"), usage },
        ]),
      };
    },
  };
}

/** Specification v2: what Mastra takes; it asks for a stream, or for a whole answer, as it sees fit. */
export function aiModelV2(rounds) {
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  const next = (options) => {
    const done = doneIn(options);
    const isCall = done < rounds;
    return { content: isCall ? [callOf(done)] : SAYS_DONE, finishReason: isCall ? "tool-calls" : "stop", usage };
  };
  const deltas = ({ type, text }) => [
    { type: `${type}-start`, id: "t" },
    { type: `${type}-delta`, id: "t", delta: text },
    { type: `${type}-end`, id: "t" },
  ];
  return {
    specificationVersion: "v2",
    provider: "stub",
    modelId: "stub",
    supportedUrls: {},
    async doGenerate(options) {
      return { ...next(options), warnings: [] };
    },
    async doStream(options) {
      const { content, ...ending } = next(options);
      const parts = content.flatMap((part) => (part.type === "text" ? deltas(part) : [part]));
      return { stream: streamOf([{ type: "stream-start", warnings: [] }, ...parts, { type: "finish", ...ending }]) };
    },
  };
}
