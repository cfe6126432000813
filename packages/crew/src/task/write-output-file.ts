import { randomUUID } from "node:crypto";
import { mkdir, realpath, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { ConfigurationError } from "@boathook/kernel";

/** Where a task's output goes. */
export interface OutputFile {
  readonly file: string;
  /** The folder it has to stay in. */
  readonly root: string;
  readonly createDirectory: boolean;
}

/** The absolute path of an output file; one that leaves its folder is refused. */
function resolveOutputFile(target: Pick<OutputFile, "file" | "root">): string {
  const resolved = path.resolve(target.root, target.file);
  const relative = path.relative(path.resolve(target.root), resolved);
  if (relative === "" || relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative))
    throw outside(target);
  return resolved;
}

/** Writes the text in one step: readers see the old file or the new one, never a part. */
export async function writeOutputFile(target: OutputFile, text: string): Promise<void> {
  const resolved = resolveOutputFile(target);
  const folder = path.dirname(resolved);
  if (target.createDirectory) await mkdir(folder, { recursive: true });
  // A link inside the folder may lead out of it.
  const [realFolder, realRoot] = await Promise.all([realpath(folder), realpath(target.root)]);
  if (realFolder !== realRoot && !realFolder.startsWith(realRoot + path.sep)) throw outside(target);
  const temporary = path.join(realFolder, `.${path.basename(resolved)}.${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, text, "utf8");
    await rename(temporary, path.join(realFolder, path.basename(resolved)));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function outside(target: Pick<OutputFile, "file" | "root">): ConfigurationError {
  return new ConfigurationError(
    [{ path: "outputFile", message: `"${target.file}" lies outside of the output folder "${target.root}"` }],
    { subject: "task" },
  );
}
