import path from "node:path";

import { isPlainObject } from "@boathook/hooks";
import { readSourceText, type Fault, type SourcePath, type SourceText } from "@boathook/kernel";

import type { SkillRule } from "../rules/rule.ts";
import type { TrustStore } from "../trust/trust-store.ts";
import { detectFormat, isBare } from "./detect-format.ts";
import { hookFileAt, hookFilesOf, type HookFile, type HookPlaces } from "./hook-files.ts";
import { readRules } from "./read-rules.ts";
import { readHookFile } from "./text-file.ts";

/** What became of one file. */
export interface LoadedFile {
  readonly file: string;
  readonly format: string;
  readonly status: "read" | "absent" | "refused" | "untrusted";
  readonly rules: number;
}

/** What all files came to. */
export interface LoadedHooks {
  /** In the order in which the files count, then in that of each file. */
  readonly rules: readonly SkillRule[];
  /** Everything that was refused, with its place. */
  readonly faults: readonly Fault[];
  /** What was read, and does nothing. */
  readonly notices: readonly Fault[];
  readonly files: readonly LoadedFile[];
}

/** How files are loaded. */
export interface LoadOptions {
  /** Asked for every file of a project: one that it does not know is not used. Default: everything is trusted. */
  readonly trust?: TrustStore | undefined;
}

/** Reads hook files, or those of a project and its user; what is wrong with one entry disarms no other. Never throws. */
export async function loadHookFiles(
  places: readonly string[] | HookPlaces,
  { trust }: LoadOptions = {},
): Promise<LoadedHooks> {
  const isList = Array.isArray(places);
  const files = isList ? (places as readonly string[]).map(hookFileAt) : await hookFilesOf(places as HookPlaces);
  const loaded = await Promise.all(files.map((file) => loadFile(file, { trust, mustBeThere: isList })));
  return {
    rules: loaded.flatMap(({ rules }) => rules),
    faults: loaded.flatMap(({ faults }) => faults),
    notices: loaded.flatMap(({ notices }) => notices),
    files: loaded.map(({ report }) => report),
  };
}

interface Loaded {
  readonly rules: readonly SkillRule[];
  readonly faults: readonly Fault[];
  readonly notices: readonly Fault[];
  readonly report: LoadedFile;
}

async function loadFile(
  file: HookFile,
  { trust, mustBeThere }: { readonly trust: TrustStore | undefined; readonly mustBeThere: boolean },
): Promise<Loaded> {
  const shown = shownPath(file.path);
  const read = await readHookFile(file.path);
  const nothing = (
    status: LoadedFile["status"],
    faults: readonly Fault[] = [],
    notices: readonly Fault[] = [],
  ): Loaded => ({
    rules: [],
    faults,
    notices,
    report: { file: shown, format: file.format ?? "boathook", status, rules: 0 },
  });
  if (read === undefined) {
    return mustBeThere
      ? nothing("absent", [{ path: "", message: "there is no such file", file: shown }])
      : nothing("absent");
  }
  if ("problem" in read) return nothing("refused", [{ path: "", message: read.problem, file: shown }]);
  if (trust !== undefined && file.owner !== "user" && !(await trust.isTrusted(read))) {
    return nothing(
      "untrusted",
      [],
      [{ path: "", message: "the file is not trusted, or was changed since; its hooks do not run", file: shown }],
    );
  }
  return rulesOf(file, read.text, shown);
}

function rulesOf(file: HookFile, text: string, shown: string): Loaded {
  const { body, firstLine } = file.path.endsWith("SKILL.md") ? frontmatterOf(text) : { body: text, firstLine: 1 };
  const source = readSourceText(body, shown, firstLine);
  const base: SourcePath = file.mayBeBare && isBare(source.value) ? [] : ["hooks"];
  const events = base.length === 0 ? source.value : hooksIn(source.value);
  const format = file.format ?? detectFormat(events);
  const read = isSwitchedOff(source.value)
    ? {
        rules: [],
        faults: [],
        notices: [{ path: "disableAllHooks", message: "the hooks of this file are switched off", file: shown }],
      }
    : readRules(source, base, { file: shown, format, folder: file.folder, owner: file.owner });
  return {
    rules: read.rules,
    faults: [...source.faults, ...shapeFaults(file, source, events), ...read.faults],
    notices: read.notices,
    report: {
      file: shown,
      format,
      status: source.value === undefined && source.faults.length > 0 ? "refused" : "read",
      rules: read.rules.length,
    },
  };
}

/** A file that is for hooks has some; one that is for other things too need not. */
function shapeFaults(file: HookFile, source: SourceText, events: unknown): Fault[] {
  const { value } = source;
  if (value === undefined) return [];
  if (!isPlainObject(value))
    return [{ path: "", message: "expected a map, with events under `hooks`", ...source.placeOf([]) }];
  if (events !== undefined || file.isShared) return [];
  return [{ path: "hooks", message: "there is no `hooks`, and not every key is an event", ...source.placeOf([]) }];
}

function hooksIn(value: unknown): unknown {
  return isPlainObject(value) ? value["hooks"] : undefined;
}

function isSwitchedOff(value: unknown): boolean {
  return isPlainObject(value) && value["disableAllHooks"] === true;
}

/** What stands between the two lines of dashes; the first one is line 1. */
function frontmatterOf(text: string): { readonly body: string; readonly firstLine: number } {
  const found = /^---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text);
  return { body: found?.[1] ?? "", firstLine: 2 };
}

/** From the working directory when it lies inside, else in full. */
function shownPath(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative === "" || relative.startsWith("..") || path.isAbsolute(relative) ? file : relative;
}
