import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../../src/repo-report/main.ts", import.meta.url));
const NO_MODELS = { BOATHOOK_MODEL: undefined, OPENAI_API_KEY: undefined, ANTHROPIC_API_KEY: undefined };

/** The example as a process of its own, run from its sources (no type metadata is emitted that way). */
export function startMain(args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcessWithoutNullStreams {
  const flags = ["--import", "tsx", "--conditions", "@boathook/source", main, ...args];
  const child = spawn(process.execPath, flags, { env: { ...process.env, ...NO_MODELS, ...env }, stdio: "pipe" });
  child.stdin.end();
  return child;
}

/** How it ended, and everything it said. */
export interface Ended {
  readonly code: number | null;
  readonly said: string;
}

export async function endOf(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => (said += text));
  }
  const [code] = (await once(child, "close")) as [number | null];
  return { code, said };
}

export function runMain(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return endOf(startMain(args, env));
}
