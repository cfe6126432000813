import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** How a child process ended, and everything it said. */
export interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** An app as a process of its own, run from its sources as from a command line; nobody is at its standard input. */
export async function runMain(app: string, args: readonly string[] = [], cwd?: string): Promise<Ended> {
  const main = fileURLToPath(new URL(`../src/${app}/main.ts`, import.meta.url));
  const tsx = import.meta.resolve("tsx");
  const flags = ["--import", tsx, "--conditions", "@boathook/source", main, ...args];
  const child = spawn(process.execPath, flags, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => (said += text));
  }
  const [code] = (await once(child, "close")) as [number | null]; // what a child process closes with
  return { code, said };
}
