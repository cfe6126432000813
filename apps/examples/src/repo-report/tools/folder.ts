import { execFile } from "node:child_process";
import { lstat, open, readdir, realpath } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A file found in the folder; `path` is relative, with `/` on every system. */
export interface FoundFile {
  readonly path: string;
  readonly bytes: number;
}

/** Everything that a walk through a folder saw. */
export interface Walk {
  readonly files: readonly FoundFile[];
  readonly folders: number;
  /** Symbolic links; they are named and never followed, so that a loop cannot hold the walk. */
  readonly links: readonly string[];
  readonly unreadable: readonly string[];
  /** Folders left out on purpose: history and installed packages. */
  readonly skipped: readonly string[];
  /** How many files a .gitignore leaves out. */
  readonly ignored: number;
  /** True when the limit of files was reached. */
  readonly truncated: boolean;
}

interface Seen {
  readonly files: FoundFile[];
  folders: number;
  readonly links: string[];
  readonly unreadable: string[];
  readonly skipped: string[];
}

const SKIPPED = new Set([".git", "node_modules", ".hg", ".svn"]);
const MAX_FILES = 50_000;

/** The folder a report is about. Every path given to it stays inside, also through links. */
export class Folder {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  static async open(folder: string): Promise<Folder> {
    return new Folder(await realpath(folder));
  }

  /** The absolute path of something inside; throws for what lies outside. */
  async resolve(relative: string): Promise<string> {
    const wanted = path.resolve(this.root, relative);
    const real = await realpath(wanted).catch((error: unknown) => {
      throw new Error(`"${relative}" cannot be opened: ${codeOf(error)}`, { cause: error });
    });
    if (!this.isInside(wanted) || !this.isInside(real)) throw new Error(`"${relative}" lies outside of the folder`);
    return real;
  }

  isInside(absolute: string): boolean {
    return absolute === this.root || absolute.startsWith(this.root + path.sep);
  }

  /** Walks everything below `start`, in order of name. */
  async walk(start = ".", signal?: AbortSignal): Promise<Walk> {
    const seen: Seen = { files: [], folders: 0, links: [], unreadable: [], skipped: [] };
    const open = [await this.resolve(start)];
    while (open.length > 0 && seen.files.length < MAX_FILES) {
      signal?.throwIfAborted();
      const folders = await this.look(open.pop() ?? this.root, seen);
      seen.folders += folders.length;
      open.push(...folders.reverse());
    }
    const kept = await this.withoutIgnored(seen.files, signal);
    return { ...seen, files: kept, ignored: seen.files.length - kept.length, truncated: open.length > 0 };
  }

  /** In a repository, what its .gitignore names is no part of it: build output would drown what people wrote. */
  private async withoutIgnored(
    files: readonly FoundFile[],
    signal: AbortSignal | undefined,
  ): Promise<readonly FoundFile[]> {
    const own = await gitFiles(this.root, signal);
    return own === undefined ? files : files.filter((file) => own.has(file.path));
  }

  /** Notes what one folder holds; gives the folders in it that are to be walked. */
  private async look(folder: string, seen: Seen): Promise<string[]> {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
    if (entries === undefined) seen.unreadable.push(this.relative(folder));
    const folders: string[] = [];
    for (const entry of (entries ?? []).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const absolute = path.join(folder, entry.name);
      if (entry.isSymbolicLink()) seen.links.push(this.relative(absolute));
      else if (entry.isFile()) seen.files.push(await this.found(absolute));
      else if (entry.isDirectory() && SKIPPED.has(entry.name)) seen.skipped.push(this.relative(absolute));
      else if (entry.isDirectory()) folders.push(absolute);
    }
    return folders;
  }

  private async found(absolute: string): Promise<FoundFile> {
    const stats = await lstat(absolute).catch(() => undefined);
    return { path: this.relative(absolute), bytes: stats?.size ?? 0 };
  }

  private relative(absolute: string): string {
    return path.relative(this.root, absolute).split(path.sep).join("/") || ".";
  }
}

/** The files of a repository that are not ignored; undefined for a folder that is no repository of its own. */
async function gitFiles(root: string, signal: AbortSignal | undefined): Promise<ReadonlySet<string> | undefined> {
  const options = { maxBuffer: 64 * 1024 * 1024, ...(signal === undefined ? {} : { signal }) };
  try {
    const top = await run("git", ["-C", root, "rev-parse", "--show-toplevel"], options);
    if ((await realpath(top.stdout.trim())) !== root) return undefined;
    const listed = await run(
      "git",
      ["-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
      options,
    );
    return new Set(listed.stdout.split("\0"));
  } catch (error) {
    if (signal?.aborted === true) throw error;
    return undefined; // no git here, or no repository
  }
}

/** The beginning of a file, at most `maxBytes`; undefined for one that is not text. */
export async function readTextStart(
  file: string,
  maxBytes: number,
): Promise<{ text: string; complete: boolean } | undefined> {
  const handle = await open(file, "r");
  try {
    const buffer = Buffer.alloc(maxBytes);
    const { bytesRead } = await handle.read(buffer, 0, maxBytes, 0);
    const bytes = buffer.subarray(0, bytesRead);
    if (bytes.includes(0)) return undefined;
    const { size } = await handle.stat();
    return { text: bytes.toString("utf8"), complete: bytesRead >= size };
  } finally {
    await handle.close();
  }
}

/** `ENOENT`, `EACCES` …, or the message of another failure. */
export function codeOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return typeof code === "string" ? code : String(message);
}
