import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { z } from "zod";

/** How a command ended, and what it said. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const FLAGS = ["--import", import.meta.resolve("tsx"), "--conditions", "@boathook/source"];
const CONFIG = fileURLToPath(new URL("../../../tsconfig.base.json", import.meta.url));

/** A script of the command, from its sources, as a process of its own in a folder; the folder is its home, too. */
export function start(
  script: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
) {
  return spawn(process.execPath, [...FLAGS, fileURLToPath(new URL(script, import.meta.url)), ...args], {
    cwd,
    env: { ...process.env, HOME: cwd, TSX_TSCONFIG_PATH: CONFIG, BOATHOOK_FLOWS_FILE: "", BOATHOOK_DEBUG: "", ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
}

async function ended(child: ReturnType<typeof start>, stdin: string): Promise<Ended> {
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  child.stdin.end(stdin);
  const [code] = (await once(child, "close")) as [number | null]; // what a child process closes with
  return { code, out, err };
}

/** The real command. */
export function boathook(args: readonly string[], cwd: string, stdin = ""): Promise<Ended> {
  return ended(start("../src/main.ts", args, cwd), stdin);
}

/** Several command lines one after another in one process, which is quicker. */
export async function boathookEach(lines: readonly (readonly string[])[], cwd: string): Promise<readonly Ended[]> {
  const { out, err } = await ended(start("scripts/each.ts", [], cwd), JSON.stringify(lines));
  const parts = out.split("\0");
  const errors = err.split("\0");
  return lines.map((_, index) => ({
    code: Number(parts[2 * index + 1]),
    out: parts[2 * index] ?? "",
    err: errors[index] ?? "",
  }));
}

/** A folder with files, taken away at the end. */
export async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "boathook-cli-")));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  return folder;
}

/** Removes a folder. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

const failureSchema = z.strictObject({
  success: z.literal(false),
  error: z.strictObject({ code: z.string(), message: z.string(), faults: z.array(z.unknown()).optional() }),
});

const successSchema = z.strictObject({ success: z.literal(true), data: z.unknown() });

/** The data of a `--json` document; fails when standard output is anything else. */
export function dataOf<T>(schema: z.ZodType<T>, ended: Ended | undefined): T {
  const read = successSchema.safeParse(JSON.parse(ended?.out ?? ""));
  if (!read.success) throw new TypeError(`expected success, got ${ended?.out ?? "nothing"}${ended?.err ?? ""}`);
  return schema.parse(read.data.data);
}

/** The error of a `--json` document. */
export function errorOf(ended: Ended | undefined): z.output<typeof failureSchema>["error"] {
  return failureSchema.parse(JSON.parse(ended?.out ?? "")).error;
}
