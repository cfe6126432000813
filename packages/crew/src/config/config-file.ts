import { joinPath, suggestName, type Fault } from "@boathook/kernel";
import type { z } from "zod";

import { twiceMessage } from "./config-options.ts";
import { nameSchema, type EntryKind } from "./entry-kinds.ts";
import { optionOf, snakeCase } from "./option-names.ts";
import { parseYaml, type YamlEntry, type YamlField } from "./parse-yaml.ts";
import type { Place } from "./place.ts";
import { readTextFile, shownPath } from "./read-text-file.ts";

/** One key of an entry, checked. */
export interface ConfigField {
  /** As it was written. */
  readonly key: string;
  /** The option it stands for. */
  readonly option: string;
  readonly value: unknown;
  readonly place: Place;
}

/** One entry of a file, checked. */
export interface ConfigEntry {
  readonly name: string;
  readonly place: Place;
  readonly fields: readonly ConfigField[];
}

/** A file of agents or tasks. */
export interface ConfigFile {
  /** As it is shown to people; undefined where there is no file. */
  readonly file: string | undefined;
  readonly kind: EntryKind;
  readonly entries: readonly ConfigEntry[];
  readonly faults: readonly Fault[];
  /** Where in the file the entries stand, for paths of faults; absent: the file is nothing but entries. */
  readonly section?: string;
}

/** Reads a file of agents or tasks; everything wrong with it is in `faults`. Never throws. */
export async function readConfigFile(file: string | undefined, kind: EntryKind): Promise<ConfigFile> {
  if (file === undefined) return { file, kind, entries: [], faults: [] };
  const shown = shownPath(file);
  const found = await readTextFile(file);
  if ("problem" in found)
    return { file: shown, kind, entries: [], faults: [{ file: shown, path: "", message: found.problem }] };
  const { entries, faults } = parseYaml(found.text, shown);
  const checked = entries.map((entry) => checkEntry(entry, kind));
  return {
    file: shown,
    kind,
    entries: checked.map(({ entry }) => entry),
    faults: [...faults, ...checked.flatMap((one) => one.faults)],
  };
}

/** Checks entries that were read from a file; paths of faults begin with the name of the section. */
export function configSection(
  read: { readonly file: string; readonly section: string; readonly entries: readonly YamlEntry[] },
  kind: EntryKind,
): ConfigFile {
  const { file, section } = read;
  const checked = read.entries.map((entry) => checkEntry(entry, kind));
  const faults = checked.flatMap((one) => one.faults);
  return {
    file,
    kind,
    section,
    entries: checked.map(({ entry }) => entry),
    faults: faults.map((fault) => ({ ...fault, path: joinPath(section, fault.path) })),
  };
}

function checkEntry(entry: YamlEntry, kind: EntryKind): { entry: ConfigEntry; faults: readonly Fault[] } {
  const faults: Fault[] = [];
  const fields: ConfigField[] = [];
  for (const field of entry.fields) {
    if (field.value === null) continue; // a key without a value is not given
    const { option, value } = optionOf(field.key, field.value);
    const at = { path: joinPath(entry.name, field.key), ...field.place };
    const fault = fields.some((other) => other.option === option)
      ? { message: twiceMessage(option) }
      : faultOf({ ...field, option, value }, kind);
    if (fault === undefined) fields.push({ key: field.key, option, value: field.value, place: field.place });
    else faults.push({ ...at, ...fault });
  }
  return { entry: { name: entry.name, place: entry.place, fields }, faults };
}

function faultOf(
  field: YamlField & { readonly option: string },
  kind: EntryKind,
): Pick<Fault, "message" | "suggestion"> | undefined {
  const schema = schemaOf(field.option, kind);
  if (schema === undefined) return unknownKey(field.key, kind);
  const parsed = schema.safeParse(field.value);
  if (parsed.success) return undefined;
  const message = parsed.error.issues.map((issue) => issue.message).join("; ");
  // `goal: {topic} and more` is no text for YAML.
  const wantsQuotes = isRecord(field.value) && /string|name/.test(message);
  return wantsQuotes ? { message, suggestion: 'put quotes round a text that begins with "{"' } : { message };
}

function schemaOf(option: string, kind: EntryKind): z.ZodType | undefined {
  const named = Object.hasOwn(kind.names, option) ? kind.names[option] : undefined;
  if (named !== undefined) return nameSchema(named);
  return Object.hasOwn(kind.data, option) ? kind.data[option] : undefined;
}

function unknownKey(key: string, kind: EntryKind): Pick<Fault, "message" | "suggestion"> {
  const known = [...Object.keys(kind.data), ...Object.keys(kind.names)].map(snakeCase);
  const suggestion = suggestName(key, known);
  const message = `unknown key; ${NOUNS[kind.what]} has no such option`;
  return suggestion === undefined ? { message } : { message, suggestion };
}

const NOUNS: Readonly<Record<EntryKind["what"], string>> = { agent: "an agent", task: "a task", crew: "a crew" };

function isRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
