import { ConfigurationError, suggestName, type Fault } from "@boathook/kernel";

import type { ConfigEntry, ConfigField, ConfigFile } from "./config-file.ts";
import type { NameOption } from "./entry-kinds.ts";
import { setPlaces } from "./place.ts";

/** One name, or list of names, in a file. */
export interface NameUse {
  readonly entry: ConfigEntry;
  readonly field: ConfigField;
  readonly named: NameOption;
}

/** Gives what a name stands for. */
export type ResolveName = (use: NameUse) => unknown;

/** The entries of a file, by name, as methods of a crew class read them. */
export type ConfigView = Readonly<Record<string, Record<string, unknown>>>;

/**
 * The entries of a file as plain records with the keys of the file. What names something (an agent, tools …) is a getter that gives the thing
 * itself, so that an entry stands for complete options. A name that is not in the file throws, with a suggestion.
 */
export function configView(file: ConfigFile, resolve: ResolveName): ConfigView {
  const entries = Object.fromEntries(file.entries.map((entry) => [entry.name, entryRecord(entry, file, resolve)]));
  return new Proxy(entries, {
    get(target, name) {
      if (typeof name === "symbol" || name in target || isProbe(name)) return Reflect.get(target, name) as unknown;
      throw new ConfigurationError([missingEntry(name, file)], { subject: `name in ${file.kind.what}sConfig` });
    },
    set(_target, name) {
      throw new TypeError(
        `${file.kind.what}sConfig cannot be written to (${String(name)}); copy the entry you want to change`,
      );
    },
  });
}

/** Every use of a name in the file. */
export function nameUses(file: ConfigFile): NameUse[] {
  return file.entries.flatMap((entry) =>
    entry.fields.flatMap((field) => {
      const named = nameOptionOf(field, file);
      return named === undefined ? [] : [{ entry, field, named }];
    }),
  );
}

function entryRecord(entry: ConfigEntry, file: ConfigFile, resolve: ResolveName): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const field of entry.fields) {
    const named = nameOptionOf(field, file);
    const value =
      named === undefined ? { value: field.value, writable: true } : { get: () => resolve({ entry, field, named }) };
    Object.defineProperty(record, field.key, { ...value, enumerable: true, configurable: true });
  }
  const options = new Map(entry.fields.map((field) => [field.option, field.place]));
  setPlaces(record, { entry: entry.place, options });
  return record;
}

function nameOptionOf(field: ConfigField, file: ConfigFile): NameOption | undefined {
  const { names } = file.kind;
  return Object.hasOwn(names, field.option) ? names[field.option] : undefined;
}

function missingEntry(name: string, file: ConfigFile): Fault {
  const { what } = file.kind;
  const path = `${what}sConfig.${name}`;
  if (file.file === undefined)
    return {
      path,
      message: `this crew has no file of ${what}s; name one: @CrewBase({ base, ${what}s: "config/${what}s.yaml" })`,
    };
  const suggestion = suggestName(
    name,
    file.entries.map((entry) => entry.name),
  );
  const fault = { path, message: `there is no entry "${name}"`, file: file.file };
  return suggestion === undefined ? fault : { ...fault, suggestion };
}

/** What promises, JSON, inspectors and test matchers look for on any object. */
function isProbe(name: string): boolean {
  return (
    name === "then" ||
    name === "toJSON" ||
    name === "nodeType" ||
    name === "asymmetricMatch" ||
    /^(?:\$\$|@@)/.test(name)
  );
}
