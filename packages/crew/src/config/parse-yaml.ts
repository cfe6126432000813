import { errorMessage, type Fault } from "@boathook/kernel";
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
  parseDocument,
  visit,
  type Document,
  type Pair,
  type ParsedNode,
  type YAMLMap,
} from "yaml";

import type { Place } from "./place.ts";
import { yamlFault } from "./yaml-faults.ts";

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

/**
 * Reads a file of named entries: YAML 1.2 with the core schema and merge keys (`<<`), one document, each key once. A file of comments is empty.
 * Never throws.
 */
export function parseYaml(text: string, file: string): YamlEntries {
  const reader = openYaml(text, file);
  return { entries: reader.isBroken ? [] : reader.entries(), faults: reader.faults };
}

/** As `parseYaml`, for a file of settings; `sections` are the keys that hold named entries. */
export function parseSections(text: string, file: string, sections: readonly string[]): YamlSections {
  const reader = openYaml(text, file);
  const read = reader.isBroken ? { fields: [], sections: new Map<string, YamlEntry[]>() } : reader.sections(sections);
  return { ...read, faults: reader.faults };
}

function openYaml(text: string, file: string): FileReader {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { ...OPTIONS, lineCounter: lines });
  const [document, second] = documents as readonly Document.Parsed[]; // an empty stream is a list without members
  const reader = new FileReader(document, (offset) => placeAt(lines, file, offset));
  for (const error of [...(document?.errors ?? []), ...(document?.warnings ?? [])])
    reader.faults.push(yamlFault(error, text, reader.placeAt(error.pos[0])));
  if (second !== undefined)
    reader.fail("the file holds a second document (---); keep one document per file", second.range[0]);
  return reader;
}

const OPTIONS = {
  version: "1.2",
  schema: "core",
  merge: true,
  uniqueKeys: true,
  strict: true,
  prettyErrors: false,
  logLevel: "error",
} as const;

function placeAt(lines: LineCounter, file: string, offset: number): Place {
  const { line, col } = lines.linePos(offset);
  return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
}

class FileReader {
  readonly faults: Fault[] = [];
  readonly #document: Document.Parsed;
  readonly placeAt: (offset: number) => Place;

  /** Without a document the file is empty. */
  constructor(document: Document.Parsed | undefined, place: (offset: number) => Place) {
    this.#document = document ?? EMPTY;
    this.placeAt = place;
  }

  /** What follows a broken place would be guessed; a key that stands twice breaks nothing. */
  get isBroken(): boolean {
    return this.#document.errors.some((error) => error.code !== "DUPLICATE_KEY");
  }

  fail(message: string, offset: number, path = ""): void {
    this.faults.push({ path, message, ...this.placeAt(offset) });
  }

  entries(): YamlEntry[] {
    const contents = this.#contents("names with their options");
    return contents === undefined ? [] : this.#fieldsOf(contents).map((field) => this.#entry(field));
  }

  sections(names: readonly string[]): Pick<YamlSections, "fields" | "sections"> {
    const sections = new Map<string, YamlEntry[]>();
    const contents = this.#contents("settings");
    if (contents === undefined) return { fields: [], sections };
    const values = this.#valueOf(contents, "", this.placeAt(startOf(contents))) as Record<string, unknown>; // a map gives a record
    const fields: YamlField[] = [];
    for (const field of this.#fieldsOf(contents)) {
      const value = isAlias(field.node) ? field.node.resolve(this.#document) : field.node;
      if (names.includes(field.key) && isMap(value))
        sections.set(
          field.key,
          this.#fieldsOf(value as YAMLMap.Parsed).map((entry) => this.#entry(entry)),
        );
      else fields.push({ key: field.key, value: values[field.key], place: field.place });
    }
    return { fields, sections };
  }

  /** The map that the file is; undefined for an empty file, and for anything else, which is a fault. */
  #contents(expected: string): YAMLMap.Parsed | undefined {
    const { contents } = this.#document;
    if (contents === null || (isScalar(contents) && contents.value === null)) return undefined;
    if (isMap(contents)) return this.#hasCompoundKeys() ? undefined : contents;
    this.fail(`expected ${expected}, got ${kindOf(contents)}`, startOf(contents));
    return undefined;
  }

  #entry({ key: name, node, place }: Field): YamlEntry {
    const value = isAlias(node) ? node.resolve(this.#document) : node;
    if (isMap(value)) {
      const values = this.#valueOf(value, name, place) as Record<string, unknown>; // a map gives a record
      const fields = this.#fieldsOf(value as YAMLMap.Parsed).map((field) => ({
        key: field.key,
        value: values[field.key],
        place: field.place,
      }));
      return { name, place, fields };
    }
    if (isAlias(node) && value === undefined)
      this.faults.push({ path: name, message: `there is no anchor "${node.source}" before this alias`, ...place });
    else if (!isEmpty(value))
      this.faults.push({ path: name, message: `expected options under the name, got ${kindOf(value)}`, ...place });
    return { name, place, fields: [] };
  }

  /** The pairs of a map, then those that it merges in and does not have itself. */
  #fieldsOf(map: YAMLMap.Parsed): Field[] {
    const fields = new Map<string, Field>();
    const merged: Field[] = [];
    for (const pair of map.items as readonly Pair<ParsedNode, ParsedNode | null>[]) {
      if (isMergeKey(pair)) merged.push(...this.#mergedFields(pair.value));
      else fields.set(keyOf(pair), { key: keyOf(pair), node: pair.value, place: this.placeAt(startOf(pair.key)) });
    }
    for (const field of merged) if (!fields.has(field.key)) fields.set(field.key, field);
    return [...fields.values()];
  }

  #mergedFields(source: unknown): Field[] {
    const value = isAlias(source) ? source.resolve(this.#document) : source;
    if (isSeq(value)) return value.items.flatMap((item) => this.#mergedFields(item));
    return isMap(value) ? this.#fieldsOf(value as YAMLMap.Parsed) : [];
  }

  #valueOf(node: YAMLMap, name: string, place: Place): unknown {
    try {
      return node.toJS(this.#document) as unknown;
    } catch (error) {
      this.faults.push({ path: name, message: errorMessage(error), ...place }); // an unknown alias, or too many of them
      return {};
    }
  }

  #hasCompoundKeys(): boolean {
    const before = this.faults.length;
    visit(this.#document, {
      Pair: (_key, pair) => {
        if (!isScalar(pair.key)) this.fail("a key must be one text", startOf(pair.key as ParsedNode | null));
      },
    });
    return this.faults.length > before;
  }
}

const EMPTY = parseDocument("") as Document.Parsed; // it has nothing that could not be parsed

interface Field {
  readonly key: string;
  readonly node: ParsedNode | null;
  readonly place: Place;
}

function isMergeKey(pair: Pair): boolean {
  const value = isScalar(pair.key) ? pair.key.value : undefined;
  return value === "<<" || (typeof value === "symbol" && value.description === "<<");
}

function keyOf(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : "";
}

function startOf(node: ParsedNode | null): number {
  return node?.range[0] ?? 0;
}

function isEmpty(node: unknown): boolean {
  return node === null || node === undefined || (isScalar(node) && node.value === null);
}

function kindOf(node: unknown): string {
  if (isSeq(node)) return "a list";
  return isMap(node) ? "names" : "a single value";
}
