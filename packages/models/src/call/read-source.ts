import { ConfigurationError, readOptions } from "@boathook/kernel";
import { z } from "zod";

import { excerpt, isRecord } from "../ai-sdk/read-value.ts";
import type { LanguageModelLike, LlmOptions } from "../model-types.ts";
import { isBaseLlm, isLanguageModel, ModelEntry } from "./model-entry.ts";

/** Under this symbol an `Llm` keeps what it calls, so that one `Llm` can be part of another. */
export const ENTRIES = Symbol.for("boathook:llm-entries");

/** The models that a source names, in the order in which they are tried. Everything that is wrong with it is said before any call. */
export function readSource(source: unknown, path = ""): readonly ModelEntry[] {
  if (typeof source === "string") return [new ModelEntry(readName(source, path))];
  if (Array.isArray(source)) return readList(source, path);
  const entries = entriesIn(source);
  if (entries !== undefined) return entries;
  if (isBaseLlm(source) || isLanguageModel(source)) return [new ModelEntry(source)];
  if (isRecord(source) && "specificationVersion" in source) throw unusable(source, path);
  if (isRecord(source)) return [readLlmOptions(source, path)];
  throw fault(path, `expected ${KINDS}, got ${excerpt(source)}`);
}

/** What an `Llm` calls; undefined for everything that `llm()` did not make. */
export function entriesIn(value: unknown): readonly ModelEntry[] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return (value as { [ENTRIES]?: readonly ModelEntry[] })[ENTRIES];
}

const KINDS =
  'a model: a name such as "openai/gpt-4o-mini", a model object, a BaseLlm, options with "model", or a list of these';

function readName(name: string, path: string): string {
  if (name.trim() !== "") return name;
  throw fault(path, `expected ${KINDS}, got an empty text`);
}

function readList(sources: readonly unknown[], path: string): readonly ModelEntry[] {
  if (sources.length === 0) throw fault(path, "expected at least one model in the list, got none");
  return sources.flatMap((source, index) => readSource(source, path === "" ? String(index) : `${path}.${index}`));
}

const optionsSchema: z.ZodType<LlmOptions> = z
  .strictObject({
    model: z.union([z.string().min(1), z.custom<LanguageModelLike>(isLanguageModel)], {
      error: 'expected a name such as "openai/gpt-4o-mini" or a model object of specification v2, v3 or v4',
    }),
    baseUrl: z.url({ protocol: /^https?$/, error: "expected an http or https URL" }).optional(),
    apiKey: z.string().min(1).optional(),
    api: z.enum(["chat", "responses"]).optional(),
    temperature: z.number().nonnegative().optional(),
    maxOutputTokens: z.int().positive().optional(),
    timeoutMs: z.number().positive().optional(),
    maxRetries: z.int().nonnegative().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    providerOptions: z.record(z.string(), z.unknown()).optional(),
    contextWindow: z.int().positive().optional(),
    mediaTypes: z.array(z.string().min(1)).readonly().optional(),
  })
  .check((context) => {
    if (typeof context.value.model === "string") return;
    for (const key of ["baseUrl", "apiKey", "api"] as const) {
      if (context.value[key] === undefined) continue;
      context.issues.push({
        code: "custom",
        input: context.value,
        path: [key],
        message: "says how a named model is reached; a model object has that in itself",
      });
    }
  });

function readLlmOptions(value: object, path: string): ModelEntry {
  const { model, ...connection } = readOptions(optionsSchema, value, { subject: "model", path });
  return new ModelEntry(model, connection);
}

function unusable(source: Record<string, unknown>, path: string): ConfigurationError {
  const isKnown = ["v2", "v3", "v4"].includes(String(source.specificationVersion));
  if (isKnown) {
    return fault(path, "expected a language model object, got one without doGenerate, doStream, provider or modelId");
  }
  return fault(
    path,
    `expected a model object of specification v2, v3 or v4, got ${excerpt(source.specificationVersion)}. Install a version of the provider's package that has one of these`,
  );
}

function fault(path: string, message: string): ConfigurationError {
  return new ConfigurationError([{ path, message }], { subject: "model" });
}
