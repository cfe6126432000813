// Section 3. Models of the public API sheet, as it is documented there. See api-sheet.test.ts for how it is used.
/* eslint-disable @typescript-eslint/no-namespace -- one namespace in several files: the sections speak of one another */
import type { BaseLlm, Llm, Tool } from "boathook";
declare global {
  namespace Sheet {
    export interface ToolCall {
      readonly id: string;
      readonly name: string;
      readonly input: Record<string, unknown>;
    }
    export type ContentPart =
      { type: "text"; text: string } | { type: "file"; mediaType: string; data: Uint8Array | string; name?: string };
    export type Message =
      | { role: "system"; content: string }
      | { role: "user"; content: string | ContentPart[] }
      | { role: "assistant"; content: string; toolCalls?: ToolCall[] }
      | { role: "tool"; toolCallId: string; toolName: string; content: string };
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
    /** "offline", "openai/gpt-4o-mini" (chat completions; `api: "responses"` for the other), "anthropic/…", "google/…", "ollama/…", any name with `baseUrl`. */
    export type ModelSource = string | LanguageModelLike | BaseLlm | Llm | LlmOptions | readonly ModelSource[];
    // a list: fallbacks in order
    export interface LlmOptions {
      model: string | LanguageModelLike;
      baseUrl?: string | undefined;
      apiKey?: string | undefined;
      api?: "chat" | "responses" | undefined;
      temperature?: number | undefined;
      maxOutputTokens?: number | undefined;
      timeoutMs?: number | undefined;
      maxRetries?: number | undefined;
      headers?: Record<string, string> | undefined;
      providerOptions?: Record<string, unknown> | undefined;
    }
    export interface ModelRequest {
      readonly messages: readonly Message[];
      readonly tools: readonly { name: string; description: string; inputSchema: object }[];
      readonly toolChoice: "auto" | "none" | "required";
      readonly outputSchema: object | undefined;
      readonly signal: AbortSignal;
    }
    export interface LlmResponse {
      readonly text: string;
      readonly toolCalls: readonly ToolCall[];
      readonly parsed: unknown;
      readonly finishReason: "stop" | "tool-calls" | "length" | "content-filter" | "error" | "other";
      readonly usage: TokenUsage;
    }
    export function llm(source: ModelSource): Llm;
    namespace Shapes {
      /** For a model written by hand. `supportsTools: false` puts agents in text mode. */
      export abstract class BaseLlm {
        abstract readonly modelId: string;
        readonly supportsTools: boolean;
        abstract generate(request: ModelRequest): Promise<LlmResponse>;
        stream?(request: ModelRequest): AsyncIterable<{ text?: string } | { response: LlmResponse }>;
      }
      export class OfflineModel extends BaseLlm {
        constructor(options?: { seed?: number });
        readonly modelId: "offline";
        generate(request: ModelRequest): Promise<LlmResponse>;
      }
    }
    namespace Opaque {
      /** A model ready to be called, with hooks, retries, events and usage. */
      export interface Llm {
        readonly modelId: string;
        call(
          messages: string | readonly Message[],
          options?: { signal?: AbortSignal; outputSchema?: Schema; tools?: readonly Tool[] },
        ): Promise<LlmResponse>;
        stream(
          messages: string | readonly Message[],
          options?: { signal?: AbortSignal },
        ): AsyncIterable<string> & {
          readonly result: Promise<LlmResponse>;
        };
      }
    }
  }
}
