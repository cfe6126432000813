import { readSourceText, type Fault, type SourcePath, type SourceText } from "@boathook/kernel";

import type { Place } from "./place.ts";

/** One key of an entry, as it was written. */
export interface YamlField {
  readonly key: string;
  readonly value: unknown;
  readonly place: Place;
}

/** One named entry of a file. */
export interface YamlEntry {
  readonly name: string;
  readonly place: Place;
  readonly fields: readonly YamlField[];
}

/** Everything that a file holds, and everything that is wrong with it as YAML. */
export interface YamlEntries {
  readonly entries: readonly YamlEntry[];
  readonly faults: readonly Fault[];
}

/** A file whose keys are settings, but for some that are sections of named entries. */
export interface YamlSections {
  /** Also the sections whose value is a single one. */
  readonly fields: readonly YamlField[];
  readonly sections: ReadonlyMap<string, readonly YamlEntry[]>;
  readonly faults: readonly Fault[];
}

/** Reads a file of named entries. A file of comments is empty. Never throws. */
export function parseYaml(text: string, file: string): YamlEntries {
  const reader = new EntryReader(readSourceText(text, file));
  return { entries: reader.entriesAt([], "names with their options"), faults: reader.faults };
}

/** As `parseYaml`, for a file of settings; `sections` are the keys that hold named entries. */
export function parseSections(text: string, file: string, sections: readonly string[]): YamlSections {
  const reader = new EntryReader(readSourceText(text, file));
  const all = reader.fieldsAt([], "settings");
  const isSection = ({ key, value }: YamlField): boolean => sections.includes(key) && isRecord(value);
  return {
    fields: all.filter((field) => !isSection(field)),
    sections: new Map(all.filter(isSection).map(({ key }) => [key, reader.entriesAt([key], "entries")])),
    faults: reader.faults,
  };
}

/** Takes a source apart, in the order of the file. */
class EntryReader {
  readonly faults: Fault[];
  readonly #source: SourceText;

  constructor(source: SourceText) {
    this.#source = source;
    this.faults = [...source.faults];
  }

  entriesAt(path: SourcePath, expected: string): YamlEntry[] {
    return this.fieldsAt(path, expected).map(({ key: name, value, place }) => {
      if (isRecord(value)) return { name, place, fields: this.fieldsAt([...path, name], "options") };
      if (value !== null) this.#fail(name, `expected options under the name, got ${kindOf(value)}`, place);
      return { name, place, fields: [] };
    });
  }

  /** Nothing for what is empty, or broken; anything but a map is a fault. */
  fieldsAt(path: SourcePath, expected: string): YamlField[] {
    const value = this.#valueAt(path);
    if (value === undefined) return [];
    if (!isRecord(value)) {
      this.#fail("", `expected ${expected}, got ${kindOf(value)}`, this.#source.placeOf(path));
      return [];
    }
    return this.#source.keysAt(path).map((key) => {
      return { key, value: value[key], place: this.#source.placeOf([...path, key]) };
    });
  }

  #valueAt(path: SourcePath): unknown {
    return path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), this.#source.value);
  }

  #fail(path: string, message: string, place: Place): void {
    this.faults.push({ path, message, ...place });
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "a list" : "a single value";
}
