import { readOptions } from "@boathook/kernel";
import { z } from "zod";
import { BaseLlm, type ModelChunk } from "../base-llm.ts";
import type { LlmResponse, ModelRequest, ToolCall } from "../model-types.ts";
import { readBrief, messageText } from "./brief.ts";
import { decide } from "./decide.ts";
import { callId } from "./call-id.ts";
import { asNativeRequest, isTextMode, writeInTextMode } from "./text-mode.ts";

/**
 * Not a language model: it understands nothing and invents nothing. It matches the words of a task with the names,
 * descriptions and schemas of the tools, calls those it can fill, and answers with extracts of what they returned.
 * Deterministic, without network or key, so that crews, hooks and events can be seen at work offline.
 */
export class OfflineModel extends BaseLlm {
  readonly modelId = "offline";
  readonly #seed: number;

  /** `seed` changes only the ids of tool calls; default 0. */
  constructor(options: OfflineModelOptions = {}) {
    super();
    this.#seed = readOptions(OPTIONS, options, { subject: "options of OfflineModel" }).seed ?? 0;
  }

  /** Answers at once; rejects with the signal's reason when it is aborted. Token counts are estimates, a token for 4 characters. */
  override async generate(request: ModelRequest): Promise<LlmResponse> {
    request.signal.throwIfAborted();
    if (isTextMode(request)) return this.#generateAsText(request);
    const decision = decide(readBrief(request), request);
    const toolCalls = decision.calls.map((call, at): ToolCall => ({
      id: callId(this.#seed, request.messages, call, at),
      name: call.tool,
      input: call.input,
    }));
    return {
      text: decision.text,
      toolCalls,
      parsed: decision.parsed,
      finishReason: toolCalls.length > 0 ? "tool-calls" : "stop",
      usage: estimateUsage(request, decision.text, toolCalls),
    };
  }

  #generateAsText(request: ModelRequest): LlmResponse {
    const native = asNativeRequest(request);
    const { calls, text, parsed } = decide(readBrief(native), native);
    // Text mode takes one action at a time.
    const written = writeInTextMode(calls[0], text);
    return { text: written, toolCalls: [], parsed, finishReason: "stop", usage: estimateUsage(request, written, []) };
  }

  /** The same answer word by word, then the whole response. */
  override async *stream(request: ModelRequest): AsyncGenerator<ModelChunk> {
    const response = await this.generate(request);
    for (const word of response.text.match(/\s*\S+|\s+$/g) ?? []) {
      request.signal.throwIfAborted();
      yield { text: word };
    }
    yield { response };
  }
}

/** Options of `OfflineModel`. */
export interface OfflineModelOptions {
  /** A whole number; default 0. */
  readonly seed?: number | undefined;
}

const OPTIONS = z.strictObject({ seed: z.int().optional() });

function estimateUsage(request: ModelRequest, text: string, toolCalls: readonly ToolCall[]): LlmResponse["usage"] {
  let read = request.tools.length > 0 ? JSON.stringify(request.tools).length : 0;
  for (const message of request.messages) {
    read += messageText(message).length;
    if (message.role === "assistant" && message.toolCalls !== undefined)
      read += JSON.stringify(message.toolCalls).length;
  }
  const inputTokens = Math.ceil(read / 4);
  const outputTokens = Math.ceil((text.length + (toolCalls.length > 0 ? JSON.stringify(toolCalls).length : 0)) / 4);
  return {
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    cachedInputTokens: 0,
    reasoningTokens: 0,
    requests: 1,
  };
}
