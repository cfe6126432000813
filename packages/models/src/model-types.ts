import type {} from "@boathook/hooks";
import type { StandardSchemaV1 } from "@standard-schema/spec";

/** One call of a tool, as the model asked for it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: Record<string, unknown>;
  /** The raw text of an input that was no JSON object; `input` is `{}` then, and the agent loop answers with what was wrong. */
  readonly invalidInput?: string;
}

/** A part of a user message; `data` of a file is its bytes, base64 text, or an http(s) or data URL. */
export type ContentPart =
  { type: "text"; text: string } | { type: "file"; mediaType: string; data: Uint8Array | string; name?: string };

/** One message of a conversation with a model. */
export type Message =
  | { role: "system"; content: string }
  | { role: "user"; content: string | ContentPart[] }
  | { role: "assistant"; content: string; toolCalls?: ToolCall[] }
  | { role: "tool"; toolCallId: string; toolName: string; content: string };

/** What calls cost, in tokens; `requests` counts the calls that were answered. */
export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
  totalTokens: number;
  cachedInputTokens: number;
  reasoningTokens: number;
  requests: number;
}

/** An AI SDK model object of specification v2, v3 or v4, taken by shape: no package of the AI SDK is needed for this type. */
export interface LanguageModelLike {
  readonly specificationVersion: "v2" | "v3" | "v4";
  readonly provider: string;
  readonly modelId: string;
  doGenerate(options: never): PromiseLike<unknown>;
  doStream(options: never): PromiseLike<unknown>;
}

/** A model with settings; times in ms. */
export interface LlmOptions {
  model: string | LanguageModelLike;
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
  /** Which OpenAI API to speak; default "chat". */
  api?: "chat" | "responses" | undefined;
  temperature?: number | undefined;
  maxOutputTokens?: number | undefined;
  /** How long one attempt may take, in ms; no limit by default. */
  timeoutMs?: number | undefined;
  /** How often a transient failure is tried again; default 2. */
  maxRetries?: number | undefined;
  headers?: Record<string, string> | undefined;
  providerOptions?: Record<string, unknown> | undefined;
  /** Tokens that it reads at most, as its service says: a longer conversation is not sent, but an error, which agents answer with a summary. */
  contextWindow?: number | undefined;
  /** The media types of files that it takes, e.g. `["image/*"]`; default images and PDF. Other files are read with a tool. */
  mediaTypes?: readonly string[] | undefined;
}

/** How a named model is reached and set. */
export type Connection = Omit<LlmOptions, "model">;

/** A tool as a model is told of it: `inputSchema` is JSON Schema. */
export interface ModelToolSpec {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
}

/** One request to a model: everything it is told. */
export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly ModelToolSpec[];
  readonly toolChoice: "auto" | "none" | "required";
  /** JSON Schema of the wanted answer. */
  readonly outputSchema: object | undefined;
  readonly signal: AbortSignal;
}

/** Why a model stopped. */
export type FinishReason = "stop" | "tool-calls" | "length" | "content-filter" | "error" | "other";

/** A model's answer; `parsed` is the structured object when an output schema was given. */
export interface LlmResponse {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly parsed: unknown;
  readonly finishReason: FinishReason;
  readonly usage: TokenUsage;
}

/** A tool as a caller of a model has it: `Tool` of `@boathook/tools` fits. */
export interface CallableTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: StandardSchemaV1;
}

/** Options of `Llm.call`. */
export interface LlmCallOptions {
  signal?: AbortSignal | undefined;
  outputSchema?: StandardSchemaV1 | undefined;
  tools?: readonly CallableTool[] | undefined;
}

/** The chunks of a streamed answer, and the whole answer as `result`. */
export type LlmStream = AsyncIterable<string> & { readonly result: Promise<LlmResponse> };

/** A model ready to be called, with hooks, retries, events and usage. */
export interface Llm {
  readonly modelId: string;
  call(messages: string | readonly Message[], options?: LlmCallOptions): Promise<LlmResponse>;
  stream(messages: string | readonly Message[], options?: { signal?: AbortSignal | undefined }): LlmStream;
}

declare module "@boathook/hooks" {
  interface RuntimeRefs {
    message: Message;
    llm: Llm;
    toolCall: ToolCall;
  }
}
