import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** What the flow of `crash-flow.mjs` gives, however often its process was killed. */
export const WHOLE = {
  outputs: [
    ...["check=again", "check=again", "check=enough", "either=either", "joined=joined", "last=last", "left=left"],
    ...["middle=middle", "north=north", "redone=redone", "redone=redone", "right=right", "seed=seed", "south=south"],
  ],
  rounds: 3,
  done: ["check", "either", "joined", "last", "left", "middle", "north", "redone", "right", "seed", "south"],
};

const SCRIPT = fileURLToPath(new URL("../durable/scripts/crash-flow.mjs", import.meta.url));

type RunningFlow = ChildProcessByStdio<null, Readable, null>;

/** Where a crash test keeps its files, and how it starts a process. */
export interface CrashSite {
  readonly folder: string;
  /** Flags of Node, such as those that make it read TypeScript. */
  readonly flags: readonly string[];
}

/** Starts a process that runs the flow `id`; `output` is all that it prints. */
export function startFlow(
  site: CrashSite,
  id: string,
  leaseMs = 30_000,
): { child: RunningFlow; output: Promise<string> } {
  const args = [path.join(site.folder, "runs.db"), notesOf(site, id), id, String(leaseMs)];
  const child = spawn(process.execPath, [...site.flags, SCRIPT, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const output = (async () => {
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    await once(child, "close");
    return Buffer.concat(chunks).toString();
  })();
  return { child, output };
}

/** Runs one flow, killed after each of these times (in milliseconds, from its kickoff on), to its end. Gives its result and how often it was killed. */
export async function killedRun(
  site: CrashSite,
  id: string,
  delays: readonly number[],
): Promise<{ readonly result: unknown; readonly kills: number }> {
  let kills = 0;
  for (const delay of delays) {
    const { child, output } = startFlow(site, id);
    await once(child.stdout, "data");
    await wait(delay);
    child.kill("SIGKILL");
    const lines = (await output).trim().split("\n");
    if (lines.length > 1) return { result: JSON.parse(lines[1] ?? ""), kills };
    kills += 1;
  }
  const [, result = "null"] = (await startFlow(site, id).output).trim().split("\n");
  return { result: JSON.parse(result), kills };
}

/** Everything that a killed flow did wrong: units that were begun, or whose hooks were called, after they had finished. */
export async function faultsOf(site: CrashSite, id: string): Promise<readonly string[]> {
  const finished = new Set<string>();
  const faults: string[] = [];
  for (const line of (await readFile(notesOf(site, id), "utf8")).trim().split("\n")) {
    const [what = "", unit = ""] = line.split(" ");
    if (finished.has(unit)) faults.push(`${line} after it had finished`);
    if (what === "finished") finished.add(unit);
  }
  return faults;
}

/** Resolves when a unit of the flow has finished. */
export async function untilAnyFinished(site: CrashSite, id: string): Promise<void> {
  for (;;) {
    const notes = await readFile(notesOf(site, id), "utf8").catch(() => "");
    if (notes.includes("finished ")) return;
    await wait(1);
  }
}

function notesOf({ folder }: CrashSite, id: string): string {
  return path.join(folder, `${id}.notes`);
}
