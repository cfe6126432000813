// What a memory of 10 000 records costs: a search by words, one by vectors too, and a save that is on disk.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Memory } from "@boathook/memory";

const RECORDS = 10_000;
const group = "memory of 10 000 records";

/** Always the same words: a common one now and then, a rare one in every text. */
const wordAt = (n) => `w${((n * 7919) % 3001).toString(36)}`;
const textAt = (n) => `${Array.from({ length: 30 }, (_, i) => wordAt(n * 31 + i * i)).join(" ")} only${n}`;

const embedder = {
  specificationVersion: "v3",
  provider: "bench",
  modelId: "384",
  maxEmbeddingsPerCall: 1000,
  doEmbed: async ({ values }) => ({
    embeddings: values.map((value) => Array.from({ length: 384 }, (_, i) => Math.sin(value.length * (i + 1)))),
  }),
};

const folder = mkdtempSync(join(tmpdir(), "boathook-bench-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

const memories = new Map();
/** Filled by its first use. */
async function memoryWith(options) {
  const key = options.embedder ? "vectors" : "words";
  if (!memories.has(key)) memories.set(key, fill(new Memory({ file: join(folder, `${key}.db`), ...options })));
  return memories.get(key);
}

async function fill(memory) {
  const record = (n) => ({
    ...{ id: `r${n}`, text: textAt(n), kind: "long_term", scope: "/crew/bench/agent/a" },
    ...{ metadata: {}, importance: 0.5, createdAt: 1_700_000_000_000 + n },
  });
  await memory.import(Array.from({ length: RECORDS }, (_, n) => JSON.stringify(record(n))).join("\n"));
  return memory;
}

let calls = 0;
const recall = (options, query) => async (n) => {
  const memory = await memoryWith(options);
  for (let i = 0; i < n; i += 1) {
    calls += 1;
    const found = await memory.recall(query(calls), { scope: "/crew/bench", limit: 5 });
    if (found.length === 0) throw new Error("nothing was found");
  }
};
const fewWords = (n) => `${wordAt(n)} only${n % RECORDS}`;
const manyWords = (n) => textAt(n % RECORDS);

export const rows = [
  { group, name: "recall, 2 words", unit: "us", run: recall({}, fewWords) },
  { group, name: "recall, 30 words", unit: "us", run: recall({}, manyWords) },
  { group, name: "recall, 2 words and a vector of 384", unit: "us", run: recall({ embedder }, fewWords) },
  {
    group,
    name: "remember, on disk",
    unit: "us",
    wall: true,
    run: async (n) => {
      const memory = await memoryWith({});
      for (let i = 0; i < n; i += 1) await memory.remember(`a new one ${(calls += 1)}`);
    },
  },
];
