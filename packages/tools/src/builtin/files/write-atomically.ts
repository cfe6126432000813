import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { link, lstat, open, rename, rm } from "node:fs/promises";

import type { HeldDirectory } from "./held-directory.ts";
import { Refusal } from "./refusal.ts";

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;

/** A whole file to be written. */
export interface WholeFile {
  readonly directory: HeldDirectory;
  readonly name: string;
  readonly content: string;
  /** False: refused when the name is taken, also when somebody takes it at the same moment. */
  readonly overwrite: boolean;
}

/** Writes a whole file or nothing: readers see the old content or the new one, also after a crash. An existing file keeps its permissions. */
export async function writeAtomically({ directory, name, content, overwrite }: WholeFile): Promise<void> {
  const mode = await modeOf(directory, name);
  const [temporary, final] = [directory.at(`.write-${randomBytes(8).toString("hex")}.tmp`), directory.at(name)];
  const file = await open(temporary, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, mode ?? NEW_FILE);
  try {
    try {
      if (mode !== undefined) await file.chmod(mode); // the process's mask took bits away
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    if (overwrite) await rename(temporary, final);
    else await linkAs(temporary, final, name);
  } catch (thrown) {
    await rm(temporary, { force: true });
    throw thrown;
  }
}

const NEW_FILE = 0o644;

/** Undefined: there is no such file. */
async function modeOf(directory: HeldDirectory, name: string): Promise<number | undefined> {
  const facts = await lstat(directory.at(name)).catch(() => undefined); // not there yet
  if (facts !== undefined && !facts.isFile()) {
    throw new Refusal("not_a_file", `"${name}" is there, and it is no ordinary file.`);
  }
  return facts && facts.mode & 0o777;
}

/** Unlike a rename, a link fails when the name is taken. */
async function linkAs(temporary: string, final: string, name: string): Promise<void> {
  try {
    await link(temporary, final);
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== "EEXIST") throw cause; // only compared
    throw new Refusal("exists", `"${name}" is there already and is not written over. Choose another name.`, { cause });
  }
  await rm(temporary, { force: true });
}
