import type { Connection, LanguageModelLike } from "../model-types.ts";
import type { ProviderPackage } from "./load-package.ts";

/** What a provider package is told. */
interface ProviderSettings {
  readonly apiKey?: string;
  readonly baseURL?: string;
}

/** A provider whose models are named `provider/model`. */
export interface Provider extends ProviderPackage {
  /** The environment variable of the key; undefined: no key is needed. */
  readonly keyName: string | undefined;
  readonly create: (loaded: never, request: ProviderRequest) => LanguageModelLike;
}

/** Which model of a provider, and how it is reached. */
export interface ProviderRequest {
  readonly modelId: string;
  readonly settings: ProviderSettings;
  readonly connection: Connection;
}

type Factory<Made> = (settings: ProviderSettings) => Made;
type MakeModel = (modelId: string) => LanguageModelLike;

const OLLAMA_URL = "http://127.0.0.1:11434/v1";

/** The one package that speaks to every server with OpenAI's chat completions. */
export const compatibleProvider: Provider = {
  packageName: "@ai-sdk/openai-compatible",
  range: "2",
  keyName: undefined,
  load: () => import("@ai-sdk/openai-compatible"),
  create: (loaded: { createOpenAICompatible: Factory<MakeModel> }, { modelId, settings }) =>
    loaded.createOpenAICompatible({ ...settings, ...COMPATIBLE, ...named("openai-compatible") })(modelId),
};

/** Servers are told to send usage with streams, and the schema of a structured answer. */
const COMPATIBLE = { includeUsage: true, supportsStructuredOutputs: true };

/** The providers known by name. */
export const PROVIDERS: Readonly<Record<string, Provider>> = {
  openai: {
    packageName: "@ai-sdk/openai",
    range: "3",
    keyName: "OPENAI_API_KEY",
    load: () => import("@ai-sdk/openai"),
    create: (loaded: { createOpenAI: Factory<{ chat: MakeModel; responses: MakeModel }> }, request) => {
      const openai = loaded.createOpenAI(request.settings);
      return request.connection.api === "responses" ? openai.responses(request.modelId) : openai.chat(request.modelId);
    },
  },
  anthropic: {
    packageName: "@ai-sdk/anthropic",
    range: "3",
    keyName: "ANTHROPIC_API_KEY",
    load: () => import("@ai-sdk/anthropic"),
    create: (loaded: { createAnthropic: Factory<MakeModel> }, { modelId, settings }) =>
      loaded.createAnthropic(settings)(modelId),
  },
  google: {
    packageName: "@ai-sdk/google",
    range: "3",
    keyName: "GOOGLE_GENERATIVE_AI_API_KEY",
    load: () => import("@ai-sdk/google"),
    create: (loaded: { createGoogleGenerativeAI: Factory<MakeModel> }, { modelId, settings }) =>
      loaded.createGoogleGenerativeAI(settings)(modelId),
  },
  ollama: {
    ...compatibleProvider,
    create: (loaded: { createOpenAICompatible: Factory<MakeModel> }, { modelId, settings }) =>
      loaded.createOpenAICompatible({ baseURL: OLLAMA_URL, ...settings, ...COMPATIBLE, ...named("ollama") })(modelId),
  },
};

function named(name: string): { readonly name: string } {
  return { name };
}
