import { joinPath, readSourceText, suggestName, type Fault, type SourceText } from "@boathook/kernel";
import { z } from "zod";

import { readAllowedTools } from "./allowed-tools.ts";
import type { SkillHead } from "./skill.ts";
import { splitSkillFile } from "./split-skill-file.ts";

/** The head of one file, or everything that is wrong with it. */
export type HeadReading = { readonly head: SkillHead } | { readonly faults: readonly Fault[] };

/** Reads the head of a SKILL.md; `folderName` is what the skill must be called. Each fault has its line. Never throws. */
export function readHead(text: string, file: string, folderName: string): HeadReading {
  const parts = splitSkillFile(text);
  if (parts === undefined) return { faults: [{ path: "", message: NO_HEAD, file, line: 1 }] };
  const reader = new HeadReader(parts.head, file);
  const head = reader.read();
  const { faults } = reader;
  if (head !== undefined && head.name !== folderName) {
    const message = `expected the name of its folder, "${folderName}", got "${head.name}"`;
    faults.push({ path: "name", message, ...reader.placeOf("name") });
  }
  if (parts.body.trim() === "")
    faults.push({ path: "", message: "nothing follows the head: there are no instructions", file });
  return head === undefined || faults.length > 0 ? { faults } : { head };
}

const NO_HEAD = 'expected a head: "---" as the first line, name and description, and another line "---"';
const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const fields = {
  name: z
    .string({ error: "expected a text" })
    .max(64, { error: "expected at most 64 characters" })
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, {
      error: "expected small letters and digits, with single hyphens between them",
    }),
  description: z
    .string({ error: "expected a text that says what the skill does and when to use it" })
    .trim()
    .min(1, { error: "expected a text that says what the skill does and when to use it" })
    .max(1_024, { error: "expected at most 1024 characters" }),
  license: z.string().optional(),
  compatibility: z.string().max(500, { error: "expected at most 500 characters" }).optional(),
  metadata: z.record(z.string(), scalar).optional(),
  "allowed-tools": z.union([z.string(), z.array(z.string())], { error: "expected names of tools" }).optional(),
  hooks: z.unknown().optional(),
};
const headSchema = z.object(fields);
const KNOWN = Object.keys(fields);

class HeadReader {
  readonly faults: Fault[];
  readonly #file: string;
  readonly #source: SourceText;

  constructor(yaml: string, file: string) {
    this.#file = file;
    this.#source = readSourceText(yaml, file, 2); // the file's first line is the one before the head
    this.faults = [...this.#source.faults];
  }

  read(): SkillHead | undefined {
    if (this.faults.length > 0) return undefined;
    const value = this.#value();
    const read = headSchema.safeParse(value);
    const other = this.#otherKeys(value);
    for (const { path, message } of read.error?.issues ?? []) this.#fail(path, message);
    if (!read.success) return undefined;
    const { name, description, license, compatibility, metadata = {}, hooks } = read.data;
    const allowedTools = this.#allowedTools(read.data["allowed-tools"]);
    return { name, description, license, compatibility, allowedTools, metadata, hooks, other };
  }

  /** Where a key stands; the head as a whole begins at the file's first line. */
  placeOf(key: PropertyKey | undefined): { file: string; line: number; column?: number } {
    const isThere = typeof key === "string" && this.#source.keysAt([]).includes(key);
    return isThere ? this.#source.placeOf([key]) : { file: this.#file, line: 1 };
  }

  #allowedTools(value: string | readonly string[] | undefined): readonly string[] | undefined {
    const allowed = readAllowedTools(value);
    for (const message of allowed?.problems ?? []) this.#fail(["allowed-tools"], message);
    return allowed?.names;
  }

  #value(): Record<string, unknown> {
    const { value } = this.#source;
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    this.#fail([], "expected keys with values");
    return {};
  }

  /** Other programs have keys of their own; one that looks like one of ours was meant to be it. */
  #otherKeys(value: Record<string, unknown>): Record<string, unknown> {
    const other = Object.entries(value).filter(([key]) => !KNOWN.includes(key));
    for (const [key] of other) {
      const suggestion = suggestName(key, KNOWN);
      if (suggestion?.startsWith("did you mean") === true)
        this.faults.push({ path: key, message: "unknown key", suggestion, ...this.placeOf(key) });
    }
    return Object.fromEntries(other);
  }

  #fail(path: readonly PropertyKey[], message: string): void {
    this.faults.push({ path: joinPath(...path), message, ...this.placeOf(path[0]) });
  }
}
