import { readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";

import { errorMessage, type Fault } from "@boathook/kernel";

import type { KnowledgeSource } from "./knowledge-options.ts";
import { typeOfFile, type SourceType } from "./source-types.ts";

/** One thing to be indexed. */
export interface FoundSource {
  /** Its path from the root, or the name of a text. */
  readonly name: string;
  readonly type: SourceType;
  /** Where it stands in the options. */
  readonly path: string;
  readonly content:
    { readonly text: string } | { readonly file: string; readonly stamp: string; readonly bytes: number };
}

/** What there is, and what is wrong with the rest. */
export interface FoundSources {
  readonly found: readonly FoundSource[];
  readonly faults: readonly Fault[];
}

const MOST_FILES = 5_000;

/** Looks for every source; nothing outside of the root is found, however it is named or linked. */
export async function findSources(sources: readonly KnowledgeSource[], root: string): Promise<FoundSources> {
  const found = new Map<string, FoundSource>();
  const faults: Fault[] = [];
  for (const [index, source] of sources.entries()) {
    const at = `sources[${index}]`;
    try {
      for (const one of await filesOf(source, { root, at, index })) found.set(one.name, one);
    } catch (error) {
      faults.push({ path: at, message: errorMessage(error) });
    }
  }
  return { found: [...found.values()], faults };
}

interface Place {
  readonly root: string;
  readonly at: string;
  readonly index: number;
}

async function filesOf(source: KnowledgeSource, place: Place): Promise<FoundSource[]> {
  if (typeof source === "string") return filesOf({ text: source }, place);
  if ("text" in source) {
    const { text, name = `text ${place.index + 1}`, type = "text" } = source;
    return [{ name, type, path: place.at, content: { text } }];
  }
  if ("folder" in source) return folder(source.folder, place);
  const type = source.type ?? typeOfFile(source.file);
  if (type === undefined) throw new Error(`the ending of "${source.file}" says no type; give \`type\``);
  return [await file(source.file, type, place)];
}

async function folder(given: string, place: Place): Promise<FoundSource[]> {
  const resolved = await insideRoot(given, place.root);
  const entries = await readdir(resolved, { recursive: true, withFileTypes: true });
  const files = entries.flatMap((entry) => {
    const full = path.join(entry.parentPath, entry.name);
    const type = typeOfFile(entry.name);
    // Links are not followed: they may lead out, or in a circle.
    return entry.isFile() && type !== undefined ? [{ full, type }] : [];
  });
  if (files.length > MOST_FILES)
    throw new Error(`"${given}" has ${files.length} files; at most ${MOST_FILES} are indexed`);
  const found = await Promise.all(files.map(({ full, type }) => file(full, type, place).catch(unlessGone)));
  return found.filter((one) => one !== undefined);
}

/** A file may vanish while its folder is read. */
function unlessGone(error: unknown): undefined {
  if ((error as { code?: unknown }).code !== "ENOENT") throw error; // what the file system throws has a code; passed on untouched
}

async function file(given: string, type: SourceType, place: Place): Promise<FoundSource> {
  const resolved = await insideRoot(given, place.root);
  const { ino, size, mtimeNs } = await stat(resolved, { bigint: true });
  const name = path
    .relative(await realpath(place.root), resolved)
    .split(path.sep)
    .join("/");
  const content = { file: resolved, stamp: `${ino}:${size}:${mtimeNs}`, bytes: Number(size) };
  return { name, type, path: place.at, content };
}

async function insideRoot(given: string, root: string): Promise<string> {
  const [resolved, realRoot] = await Promise.all([realpath(path.resolve(root, given)), realpath(root)]);
  if (resolved !== realRoot && !resolved.startsWith(realRoot + path.sep))
    throw new Error(`"${given}" lies outside of the root "${root}"`);
  return resolved;
}
