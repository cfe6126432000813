import path from "node:path";
import { parseArgs } from "node:util";

/** What the command line asks for. */
export interface ReportRequest {
  /** Absolute. */
  readonly folder: string;
  readonly model: string;
  /** Absolute. */
  readonly out: string;
}

export const USAGE = "npm start -- [folder] [--model openai/gpt-4o-mini] [--out report.md]";

/** Reads the arguments; throws with one clear sentence. Without `--model`: `BOATHOOK_MODEL`, a model whose key is set, else the offline model. */
export function readArguments(args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): ReportRequest {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { model: { type: "string" }, out: { type: "string" } },
  });
  if (positionals.length > 1)
    throw new Error(`one folder is expected, ${positionals.length} were given: ${positionals.join(", ")}`);
  const folder = path.resolve(cwd, positionals[0] ?? ".");
  return {
    folder,
    model: values.model ?? env["BOATHOOK_MODEL"] ?? modelWithKey(env) ?? "offline",
    out: path.resolve(cwd, values.out ?? path.join("reports", `${path.basename(folder) || "folder"}.md`)),
  };
}

function modelWithKey(env: NodeJS.ProcessEnv): string | undefined {
  if (env["OPENAI_API_KEY"]) return "openai/gpt-4o-mini";
  return env["ANTHROPIC_API_KEY"] ? "anthropic/claude-haiku-4-5" : undefined;
}
