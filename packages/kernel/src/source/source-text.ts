import type { Document, LineCounter } from "yaml";

import type { Fault } from "../errors/configuration-error.ts";
import { errorMessage } from "../errors/is-error.ts";
import { loadYaml } from "./load-yaml.ts";
import { SourceTree, startOf, type SourcePath } from "./source-tree.ts";
import { explainYamlError } from "./yaml-faults.ts";

/** A place in a file, as an editor finds it; lines and columns count from 1. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** What a YAML or JSON file holds, and where each part of it stands. */
export interface SourceText {
  /** Undefined: an empty file, or one that cannot be read. A key that stands twice is a fault, and has the later value. */
  readonly value: unknown;
  readonly faults: readonly Fault[];
  /** Where a part begins (its key, when it has one), also one that was merged in; the nearest part around it when there is none. */
  placeOf(path: SourcePath): SourcePlace;
  /** The keys of the map at a path in the order of the file, where numbers would come first in an object; those that are merged in last. */
  keysAt(path: SourcePath): readonly string[];
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

const LIMITS = { maxAliasCount: 100 };

/**
 * Reads a text as one document of YAML 1.2 (core schema, merge keys `<<`, keys that are single texts), of which JSON is a part. `firstLine` is
 * the line of the file at which the text begins. Never throws.
 */
export function readSourceText(text: string, file: string, firstLine = 1): SourceText {
  return new Reading(text, file, firstLine);
}

class Reading implements SourceText {
  readonly value: unknown;
  readonly faults: Fault[] = [];
  readonly #file: string;
  readonly #firstLine: number;
  readonly #lines: LineCounter;
  readonly #tree: SourceTree;

  constructor(text: string, file: string, firstLine: number) {
    const { LineCounter, parseAllDocuments, parseDocument } = loadYaml();
    this.#file = file;
    this.#firstLine = firstLine;
    this.#lines = new LineCounter();
    const documents = parseAllDocuments(text, { ...OPTIONS, lineCounter: this.#lines });
    const [first, second] = documents as readonly Document.Parsed[]; // an empty stream is a list without members
    const document = first ?? parseDocument("");
    this.#tree = new SourceTree(document);
    for (const error of [...document.errors, ...document.warnings])
      this.#fail(explainYamlError(error, text), error.pos[0]);
    if (second !== undefined)
      this.#fail("the file holds a second document (---); keep one document per file", second.range[0]);
    const isBroken = document.errors.some(({ code }) => code !== "DUPLICATE_KEY") || second !== undefined;
    // What follows a broken place would be guessed.
    this.value = isBroken || this.#hasOddNodes(document) ? undefined : this.#read(document);
  }

  placeOf(path: SourcePath): SourcePlace {
    return this.#placeAt(this.#tree.offsetOf(path));
  }

  keysAt(path: SourcePath): readonly string[] {
    return this.#tree.keysAt(path);
  }

  /** Keys that are no single text, and aliases of nothing or of what is around them. */
  #hasOddNodes(document: Document): boolean {
    const { isScalar, visit } = loadYaml();
    const before = this.faults.length;
    visit(document, {
      Pair: (_, { key }) => {
        if (!isScalar(key) || key.value === null) this.#fail("a key must be one text", startOf(key));
      },
      Alias: (_, alias, around) => {
        const named = alias.resolve(document);
        if (named === undefined) this.#fail(`there is no anchor "${alias.source}" before this alias`, startOf(alias));
        else if (around.includes(named))
          this.#fail(`the alias "${alias.source}" stands in what it names`, startOf(alias));
      },
    });
    return this.faults.length > before;
  }

  /** Aliases that multiply without end are refused, with the first key whose value has too many. */
  #read(document: Document): unknown {
    try {
      return (document.toJS(LIMITS) as unknown) ?? undefined;
    } catch (error) {
      const key = this.#tree.keysAt([]).find((name) => !isReadable(document.get(name, true), document));
      const place = this.placeOf(key === undefined ? [] : [key]);
      this.faults.push({ path: key ?? "", message: errorMessage(error), ...place });
      return undefined;
    }
  }

  #fail(message: string, offset: number): void {
    this.faults.push({ path: "", message, ...this.#placeAt(offset) });
  }

  #placeAt(offset: number): SourcePlace {
    const { line, col } = this.#lines.linePos(offset);
    return { file: this.#file, line: Math.max(line, 1) + this.#firstLine - 1, column: Math.max(col, 1) };
  }
}

function isReadable(node: unknown, document: Document): boolean {
  try {
    if (loadYaml().isNode(node)) node.toJS(document, LIMITS);
    return true;
  } catch {
    return false; // the same error as that of the whole document
  }
}
