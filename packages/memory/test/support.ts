import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach } from "@jest/globals";

import { Memory, type EmbeddingModelLike, type MemoryOptions } from "../src/index.ts";

const cleanUps: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** A new folder, removed after the test. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "boathook-memory-"));
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A memory, closed after the test; in this process's memory unless a file is given. */
export function newMemory(options: MemoryOptions = {}): Memory {
  const memory = new Memory({ file: ":memory:", ...options });
  cleanUps.push(() => memory.close());
  return memory;
}

/** An embedding model that knows some words and what they are about, and counts its calls. */
export function topicModel(
  topics: Readonly<Record<string, readonly string[]>>,
): EmbeddingModelLike & { readonly calls: string[][] } {
  const calls: string[][] = [];
  return {
    specificationVersion: "v3",
    provider: "test",
    modelId: "topics",
    maxEmbeddingsPerCall: 3,
    calls,
    doEmbed: (options: { readonly values: string[] }) => {
      calls.push(options.values);
      const embeddings = options.values.map((value) => {
        const about = Object.values(topics).map((words) => Number(words.some((word) => value.includes(word))));
        return [...about, about.includes(1) ? 0 : 1];
      });
      return Promise.resolve({ embeddings, usage: { tokens: 1 } });
    },
  };
}
