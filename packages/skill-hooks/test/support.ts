import { mkdtempSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { loadHookFiles, SkillHookSet, type LoadedHooks, type SkillHookServices } from "../src/index.ts";

/** A folder with these files. */
export function project(files: Record<string, string | Uint8Array>): string {
  const dir = realpathSync(mkdtempSync(path.join(tmpdir(), "skill-hooks-")));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
    writeFileSync(path.join(dir, name), content);
  }
  return dir;
}

/** What one file comes to. */
export async function load(
  name: string,
  content: string | Uint8Array,
): Promise<LoadedHooks & { readonly dir: string }> {
  const dir = project({ [name]: content });
  return { ...(await loadHookFiles([path.join(dir, name)])), dir };
}

/** Faults as lines: `line: path: message (suggestion)`. */
export function lines(faults: LoadedHooks["faults"]): string[] {
  return faults.map(({ line, path: at, message, suggestion }) =>
    [`${line ?? "?"}`, at, suggestion === undefined ? message : `${message} (${suggestion})`]
      .filter((part) => part !== "")
      .join(": "),
  );
}

/** The hooks of one file, ready to run. */
export async function hooksOf(
  name: string,
  content: string,
  services: Partial<SkillHookServices> = {},
): Promise<SkillHookSet> {
  const { rules, faults, dir } = await load(name, content);
  if (faults.length > 0) throw new Error(lines(faults).join("\n"));
  return new SkillHookSet(rules, { projectDir: dir, ...services });
}

/** One command on PreToolUse, for every tool. */
export function onTool(command: string, more: Record<string, unknown> = {}, event = "PreToolUse"): string {
  return JSON.stringify({ hooks: { [event]: [{ hooks: [{ type: "command", command, ...more }] }] } });
}
