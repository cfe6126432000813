import { errorMessage, type Fault } from "@boathook/kernel";
import type { Document, Node } from "yaml";

import { loadYaml } from "./load-yaml.ts";

/** A path into a value. */
export type SourcePath = readonly (string | number)[];

/** What a YAML or JSON file holds, and where each part of it stands. */
export interface SourceText {
  /** Undefined: an empty file, or one that cannot be read. */
  readonly value: unknown;
  readonly faults: readonly Fault[];
  /** Where a part begins (its key, when it has one); the nearest part around it where it was merged in. */
  placeOf(path: SourcePath): { readonly file: string; readonly line: number; readonly column: number };
}

/** Reads a text as YAML 1.2 with merge keys, of which JSON is a part. Never throws. */
export function readSourceText(text: string, file: string, firstLine = 1): SourceText {
  const { LineCounter, parseDocument } = loadYaml();
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: false, logLevel: "error" });
  const placeAt = (offset: number): { file: string; line: number; column: number } => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1) + firstLine - 1, column: Math.max(col, 1) };
  };
  const faults = document.errors.map((error): Fault => ({
    path: "",
    message: explained(error.code, error.message),
    ...placeAt(error.pos[0]),
  }));
  const read = faults.length > 0 ? undefined : valueOf(document, faults, placeAt(0));
  return { value: read ?? undefined, faults, placeOf: (path) => placeAt(offsetOf(document, path)) };
}

function valueOf(document: Document, faults: Fault[], place: { file: string; line: number; column: number }): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 }) as unknown;
  } catch (error) {
    faults.push({ path: "", message: errorMessage(error), ...place }); // an unknown alias, or far too many
    return undefined;
  }
}

function explained(code: string, message: string): string {
  if (code === "TAB_AS_INDENT") return "a tab stands where YAML wants spaces; indent with spaces only";
  if (code === "DUPLICATE_KEY") return "this key stands here for the second time; keep one of them";
  if (code === "BLOCK_AS_IMPLICIT_KEY")
    return 'a text holds ": ", which YAML takes for a key; put quotes round the text';
  return message;
}

function offsetOf(document: Document, path: SourcePath): number {
  let node: unknown = document.contents;
  let offset = startOf(node);
  for (const key of path) {
    const next = step(node, key);
    if (next === undefined) return offset;
    offset = startOf(next.at);
    node = next.node;
  }
  return offset;
}

function step(node: unknown, key: string | number): { readonly at: unknown; readonly node: unknown } | undefined {
  const { isMap, isScalar, isSeq } = loadYaml();
  if (isSeq(node) && typeof key === "number") {
    const item = node.items[key];
    return item === undefined ? undefined : { at: item, node: item };
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key));
  return pair === undefined ? undefined : { at: pair.key, node: pair.value };
}

function startOf(node: unknown): number {
  return (node as Node | null | undefined)?.range?.[0] ?? 0;
}
