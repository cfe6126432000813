import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll } from "@jest/globals";

const folders: string[] = [];

afterAll(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

/** A new folder with these files; gone after the tests. */
export async function folderWith(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "boathook-crew-"));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  return folder;
}

/** A text without the indentation that it has in a test. */
export function yaml(text: string): string {
  const lines = text.split("\n").slice(1);
  const indent = Math.min(...lines.filter((line) => line.trim() !== "").map((line) => line.search(/[^ ]/)));
  return lines.map((line) => line.slice(indent)).join("\n");
}
