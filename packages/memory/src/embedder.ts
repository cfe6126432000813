import { errorMessage, instanceLike, log, withDeadline } from "@boathook/kernel";
import { z } from "zod";

import { EmbeddingError } from "./errors.ts";
import type { Embedded } from "./store/records.ts";

/** An AI SDK embedding model of specification v2, v3 or v4, taken by shape: no package of the AI SDK is needed for this type. */
export interface EmbeddingModelLike {
  readonly specificationVersion: "v2" | "v3" | "v4";
  readonly provider: string;
  readonly modelId: string;
  readonly maxEmbeddingsPerCall: PromiseLike<number | undefined> | number | undefined;
  doEmbed(options: never): PromiseLike<unknown>;
}

/** The schema of an embedding model: an object of that shape. */
export const embeddingModelSchema = instanceLike<EmbeddingModelLike>(
  "an AI SDK embedding model (specification v2, v3 or v4)",
  isEmbeddingModel,
);

/** Turns texts into vectors with the user's model. */
export class Embedder {
  readonly #model: EmbeddingModelLike;
  readonly #timeoutMs: number;
  /** Under this name vectors are stored: only those of one model are compared. */
  readonly name: string;

  constructor(model: EmbeddingModelLike, timeoutMs: number) {
    this.#model = model;
    this.#timeoutMs = timeoutMs;
    this.name = `${model.provider}/${model.modelId}`;
  }

  /** One vector per text, in order. Rejects with `EmbeddingError`, a time-out, or the cancellation. */
  async embed(texts: readonly string[], signal: AbortSignal): Promise<Embedded[]> {
    const most = (await this.#model.maxEmbeddingsPerCall) ?? MOST_PER_CALL;
    const embedded: Embedded[] = [];
    for (let at = 0; at < texts.length; at += most) {
      const vectors = await this.#call(texts.slice(at, at + most), signal);
      embedded.push(...vectors.map((vector) => ({ model: this.name, vector })));
    }
    return embedded;
  }

  /** As `embed`; where the model fails, the texts have no vectors and are found by their words alone. */
  async tryEmbed(texts: readonly string[], signal: AbortSignal): Promise<(Embedded | undefined)[]> {
    try {
      return await this.embed(texts, signal);
    } catch (error) {
      log(
        "warn",
        { model: this.name, error: errorMessage(error) },
        "an embedding model failed; this text is searched by its words alone",
      );
      return texts.map(() => undefined);
    }
  }

  async #call(values: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const timeoutError = (ms: number): Error => new EmbeddingError(this.name, `gave no answer within ${ms} ms`);
    const answer = await withDeadline({ ms: this.#timeoutMs, signal, timeoutError }, (abortSignal) =>
      this.#model.doEmbed({ values, abortSignal } as never),
    ); // what every specification since v2 takes
    const read = answerSchema.safeParse(answer);
    if (!read.success) throw new EmbeddingError(this.name, `gave no embeddings: ${z.prettifyError(read.error)}`);
    const { embeddings } = read.data;
    if (embeddings.length !== values.length)
      throw new EmbeddingError(this.name, `gave ${embeddings.length} embeddings for ${values.length} texts`);
    return embeddings.map((numbers) => Float32Array.from(numbers));
  }
}

const MOST_PER_CALL = 96;
const answerSchema = z.object({ embeddings: z.array(z.array(z.number()).min(1)) });

function isEmbeddingModel(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { specificationVersion, provider, modelId, doEmbed } = value as Record<string, unknown>;
  const isKnown = specificationVersion === "v2" || specificationVersion === "v3" || specificationVersion === "v4";
  return isKnown && typeof provider === "string" && typeof modelId === "string" && typeof doEmbed === "function";
}
