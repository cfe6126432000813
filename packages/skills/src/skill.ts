import { listConfinedFiles, readConfinedText, type ToolFailure } from "@boathook/tools";

import { splitSkillFile } from "./split-skill-file.ts";

/** What the head of a SKILL.md says. */
export interface SkillHead {
  readonly name: string;
  /** What it does and when to use it: all that a model knows of it before it is activated. */
  readonly description: string;
  readonly license: string | undefined;
  readonly compatibility: string | undefined;
  /** The tools that may be used while it is active, as the file writes them; undefined: it says nothing of tools. */
  readonly allowedTools: readonly string[] | undefined;
  readonly metadata: Readonly<Record<string, string>>;
  /** What stands under `hooks`, as it is; nothing here reads it. */
  readonly hooks: unknown;
  /** Keys that other programs know. */
  readonly other: Readonly<Record<string, unknown>>;
}

/** Characters of a SKILL.md. */
export const LONGEST_SKILL = 500_000;
const MAX_FILES = 200;

/** A folder with a SKILL.md. Its head is known; its body and its files are read when somebody asks for them. */
export class Skill implements SkillHead {
  readonly name: string;
  readonly description: string;
  readonly license: string | undefined;
  readonly compatibility: string | undefined;
  readonly allowedTools: readonly string[] | undefined;
  readonly metadata: Readonly<Record<string, string>>;
  readonly hooks: unknown;
  readonly other: Readonly<Record<string, unknown>>;
  /** The real path. */
  readonly folder: string;

  constructor(folder: string, head: SkillHead) {
    this.folder = folder;
    this.name = head.name;
    this.description = head.description;
    this.license = head.license;
    this.compatibility = head.compatibility;
    this.allowedTools = head.allowedTools;
    this.metadata = head.metadata;
    this.hooks = head.hooks;
    this.other = head.other;
  }

  /** The instructions, as the file now is. */
  async body(): Promise<string | ToolFailure> {
    const text = await readConfinedText(this.folder, "SKILL.md", LONGEST_SKILL);
    return typeof text === "string" ? (splitSkillFile(text)?.body ?? text).trim() : text;
  }

  /** The paths of the other files in its folder, at most 200. */
  async files(): Promise<readonly string[]> {
    const files = await listConfinedFiles(this.folder, MAX_FILES + 1);
    return Array.isArray(files) ? (files as readonly string[]).filter((path) => path !== "SKILL.md") : [];
  }
}
