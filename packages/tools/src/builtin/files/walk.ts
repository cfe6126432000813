import { readdir } from "node:fs/promises";
import type { Dirent } from "node:fs";

import { throwIfCancelled } from "@boathook/kernel";

import type { HeldDirectory } from "./held-directory.ts";

const MAX_DEPTH = 64;

/** Something in a folder; `directory` is open as long as the walk stands at the entry. */
export interface Entry {
  /** Relative to where the walk began, with slashes. */
  readonly path: string;
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "other";
  readonly directory: HeldDirectory;
}

/** How a walk goes: into folders or not, past which names, and until when. */
export interface WalkOptions {
  readonly recursive: boolean;
  readonly ignore: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

/** What lies in a folder, by name, each folder before what is in it. Links are named and never followed. */
export async function* walk(
  directory: HeldDirectory,
  options: WalkOptions,
  above = "",
  depth = 0,
): AsyncGenerator<Entry> {
  throwIfCancelled(options.signal);
  const found = await readdir(directory.at("."), { withFileTypes: true });
  found.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of found) {
    if (options.ignore.has(entry.name)) continue;
    const path = `${above}${entry.name}`;
    const kind = kindOf(entry);
    yield { path, name: entry.name, kind, directory };
    if (kind !== "folder" || !options.recursive || depth >= MAX_DEPTH) continue;
    const inner = await openOrUndefined(directory, entry.name);
    if (inner === undefined) continue;
    try {
      yield* walk(inner, options, `${path}/`, depth + 1);
    } finally {
      await inner.close();
    }
  }
}

/** A folder that is gone, closed to us, or a link by now is left out: the walk tells what can be read. */
async function openOrUndefined(directory: HeldDirectory, name: string): Promise<HeldDirectory | undefined> {
  try {
    return await directory.child(name);
  } catch {
    return undefined;
  }
}

function kindOf(entry: Dirent): Entry["kind"] {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "other";
}
