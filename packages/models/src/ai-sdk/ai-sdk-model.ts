import { cancellationOf } from "@boathook/kernel";

import { BaseLlm, type ModelChunk } from "../base-llm.ts";
import { toModelError, type FailureSubject } from "../errors/provider-failure.ts";
import type { LanguageModelLike, LlmResponse, ModelRequest } from "../model-types.ts";
import { keyNameOf } from "../providers/key-names.ts";
import { readAnswer } from "./read-answer.ts";
import { readStream } from "./read-stream.ts";
import { toCallOptions, type CallOptions, type ModelSettings } from "./to-call-options.ts";

/** What else is known about the model: where its key comes from, and what must stay secret. */
export interface ModelOrigin {
  readonly modelId?: string;
  readonly keyName?: string | undefined;
  readonly secrets?: readonly string[];
}

/** A model object of AI SDK specification v2, v3 or v4 as a `BaseLlm`. */
export class AiSdkModel extends BaseLlm {
  readonly modelId: string;
  override readonly mediaTypes: readonly string[];
  readonly #model: LanguageModelLike;
  readonly #settings: ModelSettings;
  readonly #subject: FailureSubject;

  constructor(model: LanguageModelLike, settings: ModelSettings = {}, origin: ModelOrigin = {}) {
    super();
    this.modelId = origin.modelId ?? model.modelId;
    this.mediaTypes = settings.mediaTypes ?? USUAL_MEDIA_TYPES;
    this.#model = model;
    this.#settings = settings;
    this.#subject = {
      provider: model.provider,
      modelId: model.modelId,
      keyName: origin.keyName ?? keyNameOf(model.provider),
      secrets: [...(origin.secrets ?? []), ...secretHeaders(settings.headers)],
    };
  }

  async generate(request: ModelRequest): Promise<LlmResponse> {
    try {
      return readAnswer(await this.#model.doGenerate(this.#options(request)));
    } catch (thrown) {
      throw this.#failure(thrown, request);
    }
  }

  override async *stream(request: ModelRequest): AsyncGenerator<ModelChunk, void, undefined> {
    try {
      yield* readStream(await this.#model.doStream(this.#options(request)), request.signal);
    } catch (thrown) {
      throw this.#failure(thrown, request);
    }
  }

  /** After an abort, whatever the provider made of it, it is the cancellation. */
  #failure(thrown: unknown, request: ModelRequest): unknown {
    return request.signal.aborted ? cancellationOf(request.signal) : toModelError(thrown, this.#subject);
  }

  #options(request: ModelRequest): never {
    const options: CallOptions = toCallOptions(request, this.#model, this.#settings);
    return options as never; // the three versions agree on these keys; their types are not imported
  }
}

/** What services usually take; a model that takes less says so with `mediaTypes`. */
export const USUAL_MEDIA_TYPES: readonly string[] = [
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "application/pdf",
];

/** The values of headers that carry keys. */
function secretHeaders(headers: Readonly<Record<string, string>> = {}): string[] {
  const entries = Object.entries(headers).filter(([name]) => /authorization|api-?key|token|cookie/i.test(name));
  return entries.flatMap(([, value]) => [value, value.replace(/^(bearer|basic)\s+/i, "")]);
}
