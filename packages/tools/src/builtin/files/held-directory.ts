import { constants } from "node:fs";
import { open, readlink, realpath, stat, type FileHandle } from "node:fs/promises";
import { join } from "node:path";

import { isInside } from "./relative-path.ts";
import { outsideRoot } from "./refusal.ts";

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/**
 * An open folder inside of the root. What is done by names in it happens in that very folder, also when somebody replaces a part of its path by
 * a link meanwhile: on Linux the names go through the open handle, elsewhere each opened thing is compared with what stands at its path.
 */
export class HeldDirectory {
  readonly root: string;
  readonly path: string;
  readonly #handle: FileHandle | undefined;
  readonly #base: string;

  private constructor(root: string, path: string, held: { handle?: FileHandle; base: string }) {
    this.root = root;
    this.path = path;
    this.#handle = held.handle;
    this.#base = held.base;
  }

  /** Opens a folder by its real path; both paths are real ones. Refuses what turns out to be outside. */
  static async open(root: string, path: string): Promise<HeldDirectory> {
    if (process.platform === "win32") return new HeldDirectory(root, await checked(root, path), { base: path });
    const handle = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    try {
      const real = await placeOf(handle, root, path);
      return new HeldDirectory(root, real.path, { handle, base: real.base });
    } catch (thrown) {
      await handle.close();
      throw thrown;
    }
  }

  /** Where the file system finds a name of this folder. */
  at(name: string): string {
    return join(this.#base, name);
  }

  /** Opens a folder in it; a link is not followed. */
  child(name: string): Promise<HeldDirectory> {
    return HeldDirectory.open(this.root, this.at(name));
  }

  /** Opens a file in it for reading; a link is not followed, and a pipe keeps nobody waiting. */
  async openFile(name: string): Promise<FileHandle> {
    const handle = await open(this.at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      await placeOf(handle, this.root, this.at(name));
      return handle;
    } catch (thrown) {
      await handle.close();
      throw thrown;
    }
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }
}

/** Where an open handle really is: asked of the handle itself where the system can say it, else of its path, which must lead to the same thing. */
async function placeOf(handle: FileHandle, root: string, path: string): Promise<{ path: string; base: string }> {
  const base = `/proc/self/fd/${handle.fd}`;
  const real = process.platform === "linux" ? await readlink(base).catch(() => undefined) : undefined;
  if (real !== undefined) {
    if (!isInside(root, real)) throw outsideRoot(real.slice(real.lastIndexOf("/") + 1));
    return { path: real, base };
  }
  const [found, there, opened] = [await checked(root, path), await stat(path), await handle.stat()];
  if (there.ino !== opened.ino || there.dev !== opened.dev) throw outsideRoot(path.slice(path.lastIndexOf("/") + 1));
  return { path: found, base: found };
}

async function checked(root: string, path: string): Promise<string> {
  const real = await realpath(path);
  if (!isInside(root, real)) throw outsideRoot(path.slice(path.lastIndexOf("/") + 1));
  return real;
}
