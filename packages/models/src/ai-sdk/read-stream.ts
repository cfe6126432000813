import type { ModelChunk } from "../base-llm.ts";
import { ModelCallError } from "../errors/model-errors.ts";
import type { ToolCall } from "../model-types.ts";
import { answerOf } from "./read-answer.ts";
import { readToolCall } from "./read-tool-call.ts";
import { readFinishReason, type Ending } from "./read-usage.ts";
import { excerpt, readRecord, readText } from "./read-value.ts";

/**
 * Reads the parts of a stream: texts as they come, then the whole answer. A stream that ends without saying why the model stopped was cut
 * off and is an error. Leaving the loop early, or an abort, cancels the stream.
 */
export async function* readStream(value: unknown, signal: AbortSignal): AsyncGenerator<ModelChunk, void, undefined> {
  const reader = readerOf(readRecord(value, "result").stream);
  const state: Assembly = { text: "", calls: [], ending: undefined, usage: undefined };
  const onAbort = (): void => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener("abort", onAbort, { once: true });
  let isDone = false;
  try {
    for (;;) {
      const next = await reader.read();
      if (next.done) break;
      const delta = takePart(next.value, state);
      if (delta !== undefined && delta !== "") yield { text: delta };
    }
    isDone = true;
  } finally {
    signal.removeEventListener("abort", onAbort);
    // The reason the loop was left is what counts; cancelling only frees the connection.
    if (!isDone) await reader.cancel().catch(() => undefined);
  }
  yield { response: finish(state) };
}

interface Assembly {
  text: string;
  readonly calls: ToolCall[];
  ending: Ending | undefined;
  usage: unknown;
}

/** Notes what the part says; gives the text it adds. */
function takePart(item: unknown, state: Assembly): string | undefined {
  const part = readRecord(item, "stream part");
  switch (readText(part.type, "stream part.type")) {
    case "text-delta": {
      const delta = readText(part.delta, "text-delta.delta");
      state.text += delta;
      return delta;
    }
    case "tool-call":
      if (part.providerExecuted !== true) state.calls.push(readToolCall(part, "tool-call"));
      return undefined;
    case "finish":
      state.ending = readFinishReason(part.finishReason);
      state.usage = part.usage;
      return undefined;
    case "error":
      throw part.error; // the model's caller of this reader turns it into a ModelCallError
    default:
      return undefined; // reasoning, sources, metadata, and what later versions add
  }
}

function finish(state: Assembly): ReturnType<typeof answerOf> {
  if (state.ending?.told !== true) {
    throw new ModelCallError(
      `The model's stream ended before the answer was complete; it had said ${excerpt(state.text)}. The connection was probably cut.`,
      { isRetryable: true },
    );
  }
  return answerOf(state.text, state.calls, state.ending, state.usage);
}

interface PartReader {
  read(): Promise<{ done: boolean; value?: unknown }>;
  cancel(reason?: unknown): Promise<unknown>;
}

function readerOf(stream: unknown): PartReader {
  const candidate = stream as Partial<Readable & AsyncIterable<unknown>> | null | undefined; // looked at before it is used
  if (typeof candidate?.getReader === "function") return candidate.getReader();
  if (typeof candidate?.[Symbol.asyncIterator] === "function") {
    return iteratorReader((candidate as AsyncIterable<unknown>)[Symbol.asyncIterator]()); // seen one line above
  }
  throw new ModelCallError(
    `The model object gave no stream: expected a ReadableStream as "stream", got ${excerpt(stream)}.`,
  );
}

interface Readable {
  getReader(): PartReader;
}

function iteratorReader(iterator: AsyncIterator<unknown>): PartReader {
  return {
    read: async () => {
      const next = await iterator.next();
      return next.done === true ? { done: true } : { done: false, value: next.value };
    },
    cancel: async () => iterator.return?.(),
  };
}
