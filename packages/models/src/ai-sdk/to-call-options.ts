import type { LanguageModelLike, ModelRequest } from "../model-types.ts";
import { toPrompt, type PromptMessage } from "./to-prompt.ts";

/** Settings that belong to a model rather than to one request. */
export interface ModelSettings {
  readonly temperature?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly headers?: Record<string, string> | undefined;
  readonly providerOptions?: Record<string, unknown> | undefined;
  readonly mediaTypes?: readonly string[] | undefined;
}

/** What `doGenerate` and `doStream` are called with: the part that v2, v3 and v4 have in common. */
export interface CallOptions {
  readonly prompt: readonly PromptMessage[];
  readonly abortSignal: AbortSignal;
  temperature?: number;
  maxOutputTokens?: number;
  headers?: Record<string, string>;
  providerOptions?: Record<string, unknown>;
  tools?: readonly unknown[];
  toolChoice?: { readonly type: string };
  responseFormat?: { readonly type: "json"; readonly schema: object };
}

/** Puts a request into the words of a model object. A key that is not set is absent, as some models look for the key. */
export function toCallOptions(request: ModelRequest, model: LanguageModelLike, settings: ModelSettings): CallOptions {
  const options: CallOptions = { prompt: toPrompt(request.messages, model), abortSignal: request.signal };
  if (settings.temperature !== undefined) options.temperature = settings.temperature;
  if (settings.maxOutputTokens !== undefined) options.maxOutputTokens = settings.maxOutputTokens;
  if (settings.headers !== undefined) options.headers = settings.headers;
  if (settings.providerOptions !== undefined) options.providerOptions = settings.providerOptions;
  if (request.outputSchema !== undefined) options.responseFormat = { type: "json", schema: request.outputSchema };
  if (request.tools.length > 0) {
    options.tools = request.tools.map(({ name, description, inputSchema }) => ({
      type: "function",
      name,
      description,
      inputSchema,
    }));
    options.toolChoice = { type: request.toolChoice };
  }
  return options;
}
