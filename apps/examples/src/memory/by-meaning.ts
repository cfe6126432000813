import { Memory, type EmbeddingModelLike } from "boathook";

/** With an embedding model, words that mean the same are found, too. */
export async function findByMeaning(embedder: EmbeddingModelLike): Promise<string | undefined> {
  const memory = new Memory({ file: ":memory:", embedder }); // e.g. openai.embedding("text-embedding-3-small") of @ai-sdk/openai
  await memory.remember("The canteen serves soup at noon");
  await memory.remember("The harbour is closed on Mondays");
  const [best] = await memory.recall("Where can I have lunch?", { minScore: 0.3 });
  await memory.close();
  return best?.text;
}
