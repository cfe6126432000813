import type { Document, Node, Pair } from "yaml";

import { loadYaml } from "./load-yaml.ts";

/** A path into a value. */
export type SourcePath = readonly (string | number)[];

/** A node that a path leads to, and the offset at which it begins: that of its key, when it has one. */
interface Found {
  readonly node: unknown;
  readonly offset: number;
}

/** Finds its way in a parsed document, through aliases and merge keys (`<<`). */
export class SourceTree {
  readonly #document: Document;

  constructor(document: Document) {
    this.#document = document;
  }

  /** Where a path leads, or as far as it does. */
  offsetOf(path: SourcePath): number {
    return this.#walk(path).found.offset;
  }

  /** The keys of the map at a path, as they stand: its own, then those that it merges in and has not itself. Empty where no map is. */
  keysAt(path: SourcePath): string[] {
    const { found, isWhole } = this.#walk(path);
    return isWhole ? [...this.#childrenOf(found.node).keys()] : [];
  }

  #walk(path: SourcePath): { readonly found: Found; readonly isWhole: boolean } {
    const { contents } = this.#document;
    let found: Found = { node: contents, offset: startOf(contents) };
    for (const key of path) {
      const next = this.#step(found.node, key);
      if (next === undefined) return { found, isWhole: false };
      found = next;
    }
    return { found, isWhole: true };
  }

  #step(node: unknown, key: string | number): Found | undefined {
    const value = this.#resolved(node);
    if (!loadYaml().isSeq(value)) return this.#childrenOf(value).get(String(key));
    const item = value.items[Number(key)];
    return item === undefined ? undefined : { node: item, offset: startOf(item) };
  }

  #childrenOf(node: unknown): Map<string, Found> {
    const { isMap } = loadYaml();
    const children = new Map<string, Found>();
    const map = this.#resolved(node);
    if (!isMap(map)) return children;
    const merged: Pair[] = [];
    for (const pair of map.items) {
      if (isMergeKey(pair)) merged.push(pair);
      else children.set(textOf(pair.key), { node: pair.value, offset: startOf(pair.key) });
    }
    for (const { value } of merged) {
      for (const [key, found] of this.#merged(value)) if (!children.has(key)) children.set(key, found);
    }
    return children;
  }

  /** What a merge key brings in; of several maps the first that has a key counts. */
  #merged(source: unknown): Map<string, Found> {
    const value = this.#resolved(source);
    if (!loadYaml().isSeq(value)) return this.#childrenOf(value);
    const children = value.items.flatMap((item) => [...this.#merged(item)]);
    return new Map(children.reverse());
  }

  #resolved(node: unknown): unknown {
    return loadYaml().isAlias(node) ? node.resolve(this.#document) : node;
  }
}

function isMergeKey({ key }: Pair): boolean {
  const value: unknown = loadYaml().isScalar(key) ? key.value : undefined;
  return value === "<<" || (typeof value === "symbol" && value.description === "<<");
}

function textOf(key: unknown): string {
  return loadYaml().isScalar(key) ? String(key.value) : "";
}

/** Where a node begins; 0 for one that is not there. */
export function startOf(node: unknown): number {
  return (node as Node | null | undefined)?.range?.[0] ?? 0; // what a document holds is nodes
}
