import { lstat, mkdir, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import type { FileHandle } from "node:fs/promises";

import { HeldDirectory } from "./held-directory.ts";
import { isInside, relativePath } from "./relative-path.ts";
import { outsideRoot, Refusal } from "./refusal.ts";

/** The folder that file tools are confined to. Every use looks at the real paths anew: nothing is remembered that may have changed. */
export class Root {
  readonly #path: string;

  constructor(path: string) {
    this.#path = resolve(path);
  }

  /** Opens a folder below the root; links are followed as long as they stay inside. */
  async directory<T>(path: string, use: (directory: HeldDirectory) => Promise<T>): Promise<T> {
    const root = await this.#real();
    const directory = await HeldDirectory.open(root, await realInside(root, join(root, relativePath(path)), path));
    try {
      return await use(directory);
    } finally {
      await directory.close();
    }
  }

  /** Opens a regular file below the root for reading. */
  async file<T>(path: string, use: (file: FileHandle, size: number) => Promise<T>): Promise<T> {
    const root = await this.#real();
    const real = await realInside(root, join(root, relativePath(path)), path);
    if (real === root) throw new Refusal("not_a_file", `This is a folder, not a file: "${path}".`);
    const directory = await HeldDirectory.open(root, dirname(real));
    try {
      const file = await directory.openFile(basename(real));
      try {
        const facts = await file.stat();
        if (!facts.isFile()) throw new Refusal("not_a_file", `This is no ordinary file: "${path}".`);
        return await use(file, facts.size);
      } finally {
        await file.close();
      }
    } finally {
      await directory.close();
    }
  }

  /** Where a file is to be written: its folder, held open and made if need be, and its name. A link is followed to a file inside. */
  async place<T>(
    path: string,
    makeFolders: boolean,
    use: (directory: HeldDirectory, name: string) => Promise<T>,
  ): Promise<T> {
    const root = await this.#real();
    const asked = relativePath(path);
    if (asked === "") throw new Refusal("not_a_file", `This is a folder, not a file: "${path}".`);
    const target = await followed(root, join(root, asked), path);
    const folder = await heldFolder(root, dirname(target), makeFolders, path);
    try {
      return await use(folder, basename(target));
    } finally {
      await folder.close();
    }
  }

  async #real(): Promise<string> {
    try {
      return await realpath(this.#path);
    } catch (cause) {
      throw new Refusal("not_found", "The folder that this tool may use does not exist.", { cause });
    }
  }
}

async function realInside(root: string, full: string, asked: string): Promise<string> {
  const real = await realpath(full);
  if (!isInside(root, real)) throw outsideRoot(asked);
  return real;
}

async function followed(root: string, full: string, asked: string): Promise<string> {
  const facts = await lstat(full).catch(() => undefined); // not there yet
  return facts?.isSymbolicLink() === true ? realInside(root, full, asked) : full;
}

/** Goes down part by part, so that a missing folder is only ever made in one that is held and known to be inside. */
async function heldFolder(root: string, folder: string, make: boolean, asked: string): Promise<HeldDirectory> {
  let held = await HeldDirectory.open(root, root);
  const parts = folder === root ? [] : folder.slice(root.length + (root.endsWith(sep) ? 0 : 1)).split(sep);
  for (const part of parts) {
    const outer = held;
    try {
      if (make) await makeFolder(outer.at(part));
      const below = await realInside(root, join(outer.path, part), asked);
      held = await HeldDirectory.open(root, below);
    } finally {
      await outer.close();
    }
  }
  return held;
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (thrown) {
    if ((thrown as { code?: unknown }).code !== "EEXIST") throw thrown; // it is there, whatever it is: opening it will tell
  }
}
