import { ConfigurationError, serviceKey, suggestName, type Fault } from "@boathook/kernel";
import type { MaybePromise } from "@boathook/hooks";

import { AiSdkModel } from "../ai-sdk/ai-sdk-model.ts";
import type { BaseLlm } from "../base-llm.ts";
import type { Connection, LanguageModelLike } from "../model-types.ts";
import { requireApiKey } from "./api-key.ts";
import { loadPackage } from "./load-package.ts";
import { compatibleProvider, PROVIDERS, type Provider } from "./providers.ts";

/** Finds the model of a name. */
export type ModelResolver = (name: string, connection?: Connection) => MaybePromise<LanguageModelLike | BaseLlm>;

/** Who turns names into models in the current run; by default `resolveModel`. */
export const ModelResolverService = serviceKey<ModelResolver>("ModelResolver", () => resolveModel);

/**
 * The model of a name: "offline", "openai/…", "anthropic/…", "google/…", "ollama/…", or any name with a `baseUrl` (a server that speaks
 * OpenAI's chat completions). Imports the provider's package only now. A missing package, key or provider is an error that says what to do.
 */
export async function resolveModel(name: string, connection: Connection = {}): Promise<BaseLlm> {
  if (name === "offline") {
    const { OfflineModel } = await import("../offline/offline-model.ts");
    return new OfflineModel();
  }
  const { provider, modelId } = findProvider(name, connection);
  const apiKey =
    provider.keyName === undefined ? connection.apiKey : requireApiKey(connection.apiKey, provider.keyName, name);
  const loaded = await loadPackage(provider, name);
  const settings = {
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(connection.baseUrl === undefined ? {} : { baseURL: connection.baseUrl }),
  };
  const model = provider.create(loaded as never, { modelId, settings, connection }); // each provider knows its own package
  return new AiSdkModel(model, connection, {
    modelId: name,
    keyName: provider.keyName,
    secrets: apiKey === undefined ? [] : [apiKey],
  });
}

/** What is wrong with a name, as far as can be told without importing anything: nothing knows it. */
export function faultOfName(name: string, connection: Connection): Fault | undefined {
  if (name === "offline" || lookUp(name, connection) !== undefined) return undefined;
  return unknownModel(name, prefixOf(name));
}

function findProvider(name: string, connection: Connection): Found {
  const found = lookUp(name, connection);
  if (found !== undefined) return found;
  throw new ConfigurationError([unknownModel(name, prefixOf(name))], { subject: "model" });
}

interface Found {
  readonly provider: Provider;
  readonly modelId: string;
}

function prefixOf(name: string): string {
  return name.slice(0, Math.max(name.indexOf("/"), 0));
}

function lookUp(name: string, connection: Connection): Found | undefined {
  const slash = name.indexOf("/");
  const prefix = prefixOf(name);
  const modelId = name.slice(slash + 1);
  const provider = Object.hasOwn(PROVIDERS, prefix) ? PROVIDERS[prefix] : undefined;
  if (provider !== undefined && modelId !== "") return { provider, modelId };
  // A server of one's own may have any name for its model, also one with a slash.
  if (connection.baseUrl !== undefined && provider === undefined)
    return { provider: compatibleProvider, modelId: name };
  return undefined;
}

function unknownModel(name: string, prefix: string): Fault {
  const names = [...Object.keys(PROVIDERS), "offline"];
  const suggestion = prefix === "" ? guessPrefix(name, names) : suggestName(prefix, names);
  return {
    path: "model",
    message: `"${name}" names no model that is known. Expected "provider/model", e.g. "openai/gpt-4o-mini", or any name together with "baseUrl"`,
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^(gpt-|o\d|chatgpt-)/i, "openai"],
  [/^claude/i, "anthropic"],
  [/^gemini/i, "google"],
  [/^(llama|mistral|qwen|phi|gemma|deepseek)/i, "ollama"],
];

function guessPrefix(name: string, names: readonly string[]): string | undefined {
  const family = FAMILIES.find(([pattern]) => pattern.test(name));
  return family === undefined ? suggestName(name, names) : `did you mean "${family[1]}/${name}"?`;
}
