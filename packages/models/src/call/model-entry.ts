import { ConfigurationError, isPromiseLike, service, type Fault } from "@boathook/kernel";
import type { MaybePromise } from "@boathook/hooks";

import { AiSdkModel, USUAL_MEDIA_TYPES } from "../ai-sdk/ai-sdk-model.ts";
import { excerpt } from "../ai-sdk/read-value.ts";
import type { BaseLlm } from "../base-llm.ts";
import type { Connection, LanguageModelLike } from "../model-types.ts";
import { faultOfName, ModelResolverService, resolveModel, type ModelResolver } from "../providers/model-resolver.ts";

const DEFAULT_MAX_RETRIES = 2;

/** One model that a call may go to, with its settings. A named model is resolved when it is first called, by the run's resolver. */
export class ModelEntry {
  readonly modelId: string;
  readonly timeoutMs: number | undefined;
  readonly maxRetries: number;
  readonly #source: string | LanguageModelLike | BaseLlm;
  readonly #connection: Connection;
  #refusesTools = false;
  #resolved: { readonly by: ModelResolver | undefined; readonly model: MaybePromise<BaseLlm> } | undefined;

  constructor(source: string | LanguageModelLike | BaseLlm, connection: Connection = {}) {
    this.modelId = typeof source === "string" ? source : source.modelId;
    this.timeoutMs = connection.timeoutMs;
    this.maxRetries = connection.maxRetries ?? DEFAULT_MAX_RETRIES;
    this.#source = source;
    this.#connection = connection;
  }

  /** The model, ready to be asked. What failed to resolve is tried anew at the next call. */
  resolve(): MaybePromise<BaseLlm> {
    const by = typeof this.#source === "string" ? service(ModelResolverService) : undefined;
    if (this.#resolved !== undefined && this.#resolved.by === by) return this.#resolved.model;
    const model = this.#find(by);
    const resolved = { by, model };
    this.#resolved = resolved;
    if (isPromiseLike(model)) {
      model.then(
        (ready) => {
          if (this.#resolved === resolved) this.#resolved = { by, model: ready };
        },
        () => {
          if (this.#resolved === resolved) this.#resolved = undefined;
        },
      );
    }
    return model;
  }

  /** What is wrong with its name, where the run's resolver is the usual one: another may know any name. */
  get nameFault(): Fault | undefined {
    const source = this.#source;
    if (typeof source !== "string" || service(ModelResolverService) !== resolveModel) return undefined;
    return faultOfName(source, this.#connection);
  }

  /** As it was said when the model was made. */
  get contextWindow(): number | undefined {
    if (this.#connection.contextWindow !== undefined) return this.#connection.contextWindow;
    return typeof this.#source === "object" && "contextWindow" in this.#source ? this.#source.contextWindow : undefined;
  }

  /** The model has said that it takes no tools. */
  noteToolsRefused(): void {
    this.#refusesTools = true;
  }

  /** What is known of it without waiting. A model that cannot be resolved says why when it is called. */
  supportsTools(): boolean {
    if (this.#refusesTools) return false;
    try {
      const model = this.resolve();
      return isPromiseLike(model) || model.supportsTools;
    } catch {
      return true;
    }
  }

  /** What is known of it without waiting; `*` in its list stands for any subtype. */
  acceptsMedia(mediaType: string): boolean {
    const kind = `${mediaType.split("/")[0] ?? ""}/*`;
    return this.#mediaTypes().some((accepted) => accepted === mediaType || accepted === kind || accepted === "*/*");
  }

  #mediaTypes(): readonly string[] {
    try {
      const model = this.resolve();
      if (isPromiseLike(model)) return this.#connection.mediaTypes ?? USUAL_MEDIA_TYPES;
      return (model as Partial<BaseLlm>).mediaTypes ?? []; // a class of an older copy of this package has none
    } catch {
      return [];
    }
  }

  #find(by: ModelResolver | undefined): MaybePromise<BaseLlm> {
    const source = this.#source;
    if (typeof source !== "string" || by === undefined) return toBaseLlm(source, this.modelId, this.#connection);
    const found = by(source, this.#connection);
    if (!isPromiseLike(found)) return toBaseLlm(found, source, this.#connection);
    return found.then((model) => toBaseLlm(model, source, this.#connection));
  }
}

/** True for a model written by hand, also one whose class is of a second copy of this package. */
export function isBaseLlm(value: unknown): value is BaseLlm {
  const candidate = value as { modelId?: unknown; generate?: unknown } | null | undefined; // only looked at
  return typeof candidate?.modelId === "string" && typeof candidate.generate === "function";
}

/** True for a model object of a specification that is spoken here. */
export function isLanguageModel(value: unknown): value is LanguageModelLike {
  const candidate = value as Partial<Record<keyof LanguageModelLike, unknown>> | null | undefined; // only looked at
  return (
    typeof candidate?.doGenerate === "function" &&
    typeof candidate.doStream === "function" &&
    typeof candidate.modelId === "string" &&
    typeof candidate.provider === "string" &&
    (VERSIONS as readonly unknown[]).includes(candidate.specificationVersion)
  );
}

const VERSIONS: readonly LanguageModelLike["specificationVersion"][] = ["v2", "v3", "v4"];

function toBaseLlm(found: unknown, name: string, connection: Connection): BaseLlm {
  if (isBaseLlm(found)) return found;
  if (isLanguageModel(found)) return new AiSdkModel(found, connection);
  throw new ConfigurationError(
    [{ path: "model", message: `the model resolver gave no model for "${name}", but ${excerpt(found)}` }],
    { subject: "model" },
  );
}
