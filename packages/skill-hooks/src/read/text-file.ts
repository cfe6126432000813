import { open, realpath } from "node:fs/promises";

/** A hook file of more bytes than this is a mistake. */
const MAX_BYTES = 1024 * 1024;

/** The bytes of a file, read once: what is hashed is what is parsed. Undefined: there is none. A sentence: why it is not read. */
export type HookFileText =
  { readonly text: string; readonly realPath: string } | { readonly problem: string } | undefined;

/** Reads a UTF-8 file of at most 1 MiB. Never throws. */
export async function readHookFile(file: string): Promise<HookFileText> {
  try {
    const realPath = await realpath(file);
    const handle = await open(realPath, "r");
    try {
      const info = await handle.stat();
      if (info.isDirectory()) return { problem: "expected a file, and this is a folder" };
      if (!info.isFile()) return { problem: "expected a file, and this is something else" };
      if (info.size > MAX_BYTES) return { problem: `the file has ${info.size} bytes; at most ${MAX_BYTES} are read` };
      return decode(await handle.readFile(), realPath);
    } finally {
      await handle.close();
    }
  } catch (error) {
    const { code } = error as { code?: string }; // errors of the file system have one
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    return { problem: `the file cannot be read (${code ?? "unknown"})` };
  }
}

function decode(bytes: Buffer, realPath: string): HookFileText {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes), realPath };
  } catch {
    return { problem: "the file is not UTF-8 text; save it as UTF-8" };
  }
}
