import type { LlmResponse, ModelRequest } from "./model-types.ts";

/** One piece of a streamed answer: text as it comes, and last of all the whole response. */
export type ModelChunk = { readonly text?: string } | { readonly response: LlmResponse };

/** A model written by hand: `generate` answers one request and stops when `request.signal` aborts. */
export abstract class BaseLlm {
  abstract readonly modelId: string;
  /** False puts agents in text mode. */
  readonly supportsTools: boolean = true;
  /** The media types of files that it takes in messages, `image/*` for all of a kind. Default none: agents read files with a tool. */
  readonly mediaTypes: readonly string[] = [];
  /** Tokens that it reads at most, where that is known. */
  declare readonly contextWindow?: number | undefined;
  abstract generate(request: ModelRequest): Promise<LlmResponse>;
  /** Yields texts and then `{ response }`; a model without it is generated whole. */
  stream?(request: ModelRequest): AsyncIterable<ModelChunk>;
}
