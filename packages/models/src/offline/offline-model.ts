import { readOptions } from "@boathook/kernel";
import { z } from "zod";
import { BaseLlm, type ModelChunk } from "../base-llm.ts";
import type { LlmResponse, ModelRequest } from "../model-types.ts";

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
    // Who only imports the class does not wait for the planner, which is most of this package.
    const { respond } = await import("./respond.ts");
    request.signal.throwIfAborted();
    return respond(request, this.#seed);
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
