import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";

import { errorMessage, throwIfCancelled, type Fault } from "@boathook/kernel";

import type { Embedder } from "../embedder.ts";
import { cleanText } from "../record.ts";
import { scopeOf } from "../scope.ts";
import type { Database } from "../store/database.ts";
import { putRecords, removeRecords, type NewRecord } from "../store/records.ts";
import type { StoreFile } from "../store/store-file.ts";
import { chunksOf, type Chunk, type ChunkSize } from "./chunk.ts";
import { findSources, type FoundSource } from "./find-sources.ts";
import type { KnowledgeSource } from "./knowledge-options.ts";
import { READERS } from "./source-types.ts";

/** Pieces of knowledge are records of this kind. */
export const KNOWLEDGE_KIND = "knowledge";

/** What an index is made from. */
export interface IndexPlan {
  readonly name: string;
  readonly sources: readonly KnowledgeSource[];
  readonly root: string;
  readonly store: StoreFile;
  readonly embedder: Embedder | undefined;
  readonly chunk: ChunkSize;
  readonly maxFileBytes: number;
  /** What this process has indexed, by source: files that did not change are not read again. */
  readonly seen: Map<string, string>;
}

/** What a look at the sources changed. */
export interface IndexReport {
  readonly indexed: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: readonly string[];
  /** One per source that could not be read; the others are indexed. */
  readonly faults: readonly Fault[];
}

/** Brings the index to what the sources are now: reads what changed, removes what is gone. */
export async function indexSources(plan: IndexPlan, signal: AbortSignal): Promise<IndexReport> {
  const { found, faults } = await findSources(plan.sources, plan.root);
  const known = await plan.store.read(signal, (database) => knownSources(database, plan.name));
  const report = { indexed: [] as string[], unchanged: [] as string[], faults: [...faults] };
  for (const source of found) {
    throwIfCancelled(signal);
    try {
      const isNew = await indexOne(plan, source, { known: known.get(source.name), signal });
      (isNew ? report.indexed : report.unchanged).push(source.name);
    } catch (error) {
      throwIfCancelled(signal);
      report.faults.push({ path: source.path, file: source.name, message: errorMessage(error) });
    }
  }
  const names = new Set(found.map((source) => source.name));
  const removed: string[] = [];
  for (const name of known.keys()) {
    // A folder that cannot be read for a moment says nothing of what is in it.
    if (names.has(name) || (faults.length > 0 && (await isThere(path.join(plan.root, name))))) continue;
    removed.push(name);
    plan.seen.delete(name);
    await plan.store.write(signal, (database) => {
      removeSource(database, plan.name, name);
    });
  }
  return { ...report, removed };
}

async function isThere(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    return (error as { code?: unknown }).code !== "ENOENT"; // what `stat` throws has one
  }
}

/** True where the source was read anew. */
async function indexOne(
  plan: IndexPlan,
  source: FoundSource,
  { known, signal }: { readonly known: string | undefined; readonly signal: AbortSignal },
): Promise<boolean> {
  const stamp = "stamp" in source.content ? source.content.stamp : "text";
  if (known !== undefined && plan.seen.get(source.name) === stamp) return false;
  const bytes = await bytesOfSource(source, plan.maxFileBytes);
  const hash = hashOf([bytes, source.type, plan.chunk.size, plan.chunk.overlap, VERSION]);
  if (known !== undefined && known === indexedAs(hash, plan.embedder?.name)) {
    plan.seen.set(source.name, stamp);
    return false;
  }
  const chunks = chunksOf(await READERS[source.type](bytes), plan.chunk);
  const records = await recordsOf(plan, source.name, chunks, signal);
  const isEmbedded = records.every((record) => record.embedded !== undefined);
  // Without its vectors it is tried again by the next process.
  const as = indexedAs(hash, isEmbedded ? plan.embedder?.name : undefined);
  await plan.store.write(signal, (database) => {
    removeSource(database, plan.name, source.name);
    putRecords(database, records);
    database.all("INSERT INTO sources (collection, source, hash) VALUES (?, ?, ?)", [plan.name, source.name, as]);
  });
  plan.seen.set(source.name, stamp);
  return true;
}

/** Changes when chunks are made in another way than before. */
const VERSION = 1;

async function bytesOfSource({ content }: FoundSource, most: number): Promise<Uint8Array> {
  if ("text" in content) return new TextEncoder().encode(content.text);
  if (content.bytes > most) throw new Error(`it has ${content.bytes} bytes, more than \`maxFileBytes\` (${most})`);
  return readFile(content.file);
}

async function recordsOf(
  plan: IndexPlan,
  name: string,
  chunks: readonly Chunk[],
  signal: AbortSignal,
): Promise<NewRecord[]> {
  const texts = chunks.map((chunk) => cleanText(chunk.text));
  const vectors = await plan.embedder?.tryEmbed(texts, signal);
  throwIfCancelled(signal);
  return chunks.map(({ text: _text, ...place }, index) => ({
    id: hashOf([plan.name, name, index]),
    text: texts[index] ?? "",
    kind: KNOWLEDGE_KIND,
    scope: scopeOfSource(plan.name, name),
    metadata: { source: name, chunk: index, ...place },
    importance: 0,
    createdAt: 0,
    embedded: vectors?.[index],
  }));
}

function knownSources(database: Database, collection: string): ReadonlyMap<string, string> {
  const rows = database.all("SELECT source, hash FROM sources WHERE collection = ?", [collection]);
  return new Map(rows.map((row) => [String(row["source"]), String(row["hash"])]));
}

function removeSource(database: Database, collection: string, name: string): void {
  removeRecords(database, { kinds: [KNOWLEDGE_KIND], scopes: [scopeOfSource(collection, name)] });
  database.all("DELETE FROM sources WHERE collection = ? AND source = ?", [collection, name]);
}

/** Removes everything of a collection, inside of a transaction. */
export function forgetSources(database: Database, collection: string): void {
  removeRecords(database, { kinds: [KNOWLEDGE_KIND], scopes: [scopeOfSource(collection)] });
  database.all("DELETE FROM sources WHERE collection = ?", [collection]);
}

/** The scope of a collection, or of one source in it. */
export function scopeOfSource(collection: string, ...source: readonly string[]): string {
  return scopeOf("knowledge", collection, ...source);
}

function indexedAs(hash: string, model: string | undefined): string {
  return `${hash} ${model ?? ""}`;
}

function hashOf(parts: readonly (string | number | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) {
    const bytes = typeof part === "object" ? part : new TextEncoder().encode(String(part));
    hash.update(`${bytes.length}:`).update(bytes);
  }
  return hash.digest("base64url");
}
