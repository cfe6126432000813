import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";

import { isPlainObject } from "@boathook/hooks";
import { ClockService, log, service } from "@boathook/kernel";

import { appendLine } from "../append-line.ts";
import type { KeepOutput, OutputStore, RunRecord, StoredRun } from "./output-store.ts";
import { fromStored, toStored } from "./stored-value.ts";

/**
 * Keeps outputs in files: a folder per crew, a file per run, a line of JSON per task. A line is added in one write, so a process that dies leaves
 * whole lines behind (a torn one is passed over), and no run touches the file of another one.
 */
export class FileOutputStore implements OutputStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = path.resolve(folder);
  }

  readonly begin = async ({ crew, runId, inputs }: RunRecord): Promise<KeepOutput> => {
    // The newest file of a name counts; the random end keeps two processes apart that begin in the same millisecond.
    const time = String(service(ClockService).now()).padStart(15, "0");
    const order = String((begun += 1)).padStart(9, "0");
    const name = `${time}-${order}-${randomUUID().slice(0, 8)}${endOf(runId)}`;
    const file = path.join(this.#folder, safeName(crew), name);
    await appendLine(file, toStored({ crew, runId, inputs }), OWNER_ONLY);
    return async (task, output) => appendLine(file, toStored({ task, output }), OWNER_ONLY);
  };

  readonly find = async (crew: string, runId?: string): Promise<StoredRun | undefined> => {
    const folder = path.join(this.#folder, safeName(crew));
    const files = (await filesIn(folder)).sort().reverse();
    const wanted = runId === undefined ? files : files.filter((file) => file.endsWith(endOf(runId)));
    for (const file of wanted) {
      const run = readRun(await readFile(path.join(folder, file), "utf8"), file);
      if (run !== undefined) return run;
    }
    return undefined;
  };

  readonly clear = async (crew: string): Promise<void> => {
    await rm(path.join(this.#folder, safeName(crew)), { recursive: true, force: true });
  };
}

let begun = 0;

/** Inputs and outputs stand there in clear. */
const OWNER_ONLY = 0o600;

function readRun(text: string, file: string): StoredRun | undefined {
  const [head, ...rest] = text.split("\n").filter((line) => line !== "");
  const first = readLine(head ?? "", file);
  if (first === undefined || typeof first.crew !== "string" || typeof first.runId !== "string") return undefined;
  const tasks = new Map<string, unknown>();
  for (const line of rest) {
    const entry = readLine(line, file);
    if (typeof entry?.task === "string") tasks.set(entry.task, entry.output ?? null);
  }
  return { crew: first.crew, runId: first.runId, inputs: isPlainObject(first.inputs) ? first.inputs : {}, tasks };
}

/** A process that died in mid-line leaves a piece that is no JSON; the task it was about counts as not done. */
function readLine(line: string, file: string): Record<string, unknown> | undefined {
  try {
    const value = fromStored(line);
    if (isPlainObject(value)) return value;
  } catch {
    // said below
  }
  log("warn", { file }, "a line of a stored run is no JSON object and is passed over");
  return undefined;
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return []; // nothing was kept yet
    throw error;
  }
}

/** How the names of a run's files end; the dots stand in no other place of them. */
function endOf(runId: string): string {
  return `.${safeName(runId)}.jsonl`;
}

const LONGEST_NAME = 80;

/** A name as a part of a path, whatever stands in it: two names never give the same one. */
function safeName(name: string): string {
  const whole = name.replaceAll(/\p{Surrogate}/gu, "\uFFFD"); // half a character has no form as a URL
  const encoded = encodeURIComponent(whole).replaceAll(/[.!'()*~]/g, hexOf);
  if (encoded.length <= LONGEST_NAME && whole === name) return encoded;
  return `${encoded.slice(0, LONGEST_NAME)}~${createHash("sha256").update(JSON.stringify(name)).digest("hex").slice(0, 16)}`;
}

function hexOf(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
