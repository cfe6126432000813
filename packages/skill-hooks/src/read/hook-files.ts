import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";

import type { HookFormat, HookSource } from "../rules/format.ts";

/** Where hooks stand in a file: under `hooks`, or (of the file's own accord) at its top. */
export interface HookFile {
  readonly path: string;
  readonly owner: HookSource["owner"];
  /** Undefined: by the signs in it. */
  readonly format: HookFormat | undefined;
  /** True: the events may also stand at the top of the file. */
  readonly mayBeBare: boolean;
  /** True: the file is about other things as well, and may have no hooks at all. */
  readonly isShared: boolean;
  /** The folder that its hooks call theirs. */
  readonly folder: string;
}

/** Where hooks are looked for. */
export interface HookPlaces {
  readonly projectDir: string;
  /** Default the user's. */
  readonly homeDir?: string | undefined;
}

/** The files of a project and of its user, in the order in which they count: the user's, the project's, its plugins'. Not all need to be there. */
export async function hookFilesOf({ projectDir, homeDir = homedir() }: HookPlaces): Promise<HookFile[]> {
  const user = [own(homeDir, ".boathook/hooks.yaml", "user"), theirs(homeDir, ".claude/settings.json", "user")];
  const project = [
    shared(projectDir, "boathook.yaml"),
    shared(projectDir, "echo-agent.yaml"),
    own(projectDir, "hooks.yaml", "project"),
    own(projectDir, "hooks.json", "project"),
    own(projectDir, ".boathook/hooks.yaml", "project"),
    theirs(projectDir, ".claude/settings.json", "project"),
    theirs(projectDir, ".claude/settings.local.json", "project"),
  ];
  return [...user, ...project, ...(await pluginFiles(path.join(projectDir, ".claude/plugins")))];
}

/** A file by itself: what it is, its name and its folder say. */
export function hookFileAt(file: string): HookFile {
  const full = path.resolve(file);
  const name = path.basename(full);
  const folder = path.dirname(full);
  if (name === "SKILL.md")
    return { path: full, owner: "skill", format: undefined, mayBeBare: false, isShared: true, folder };
  const inClaude = full.split(path.sep).includes(".claude") || /^settings(?:\.local)?\.json$/.test(name);
  if (inClaude) return { ...theirs(folder, name, "project"), folder: claudeFolder(folder) };
  if (name === "hooks.json" && path.basename(folder) === "hooks") return plugin(path.dirname(folder));
  const isShared = /^(?:boathook|echo-agent)\.ya?ml$/.test(name);
  return { ...own(folder, name, "project"), mayBeBare: !isShared, isShared };
}

function own(dir: string, name: string, owner: HookSource["owner"]): HookFile {
  return { path: path.join(dir, name), owner, format: "boathook", mayBeBare: true, isShared: false, folder: dir };
}

function shared(dir: string, name: string): HookFile {
  return { ...own(dir, name, "project"), mayBeBare: false, isShared: true };
}

function theirs(dir: string, name: string, owner: HookSource["owner"]): HookFile {
  return { path: path.join(dir, name), owner, format: "claude-code", mayBeBare: false, isShared: true, folder: dir };
}

function plugin(dir: string): HookFile {
  return { ...theirs(dir, "hooks/hooks.json", "plugin"), isShared: false };
}

/** The project is what lies around `.claude`. */
function claudeFolder(folder: string): string {
  return path.basename(folder) === ".claude" ? path.dirname(folder) : folder;
}

async function pluginFiles(dir: string): Promise<HookFile[]> {
  try {
    const entries = await readdir(dir, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => plugin(path.join(dir, name)))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  } catch {
    return []; // there are no plugins
  }
}
