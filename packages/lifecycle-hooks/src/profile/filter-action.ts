import { types } from "node:util";

import { z } from "zod";

import { HookResult } from "../hooks/hook-result.ts";
import { defineAction } from "./action.ts";

/** The action `filter`: Skip when any pattern stands in the payload, in a key or a value, at any depth. Plain text, no regular expressions. */
export const filterAction = defineAction({
  name: "filter",
  config: z.strictObject({
    patterns: z
      .array(z.string().min(1, "an empty pattern would match everything"))
      .min(1, "needs at least one pattern"),
    case_sensitive: z.boolean().default(false),
  }),
  handler: ({ patterns, case_sensitive }) => {
    const fold = case_sensitive ? normalized : folded;
    const wanted = patterns.map(fold);
    return ({ payload }) => {
      const found = findIn(payload, (text) => {
        const given = fold(text);
        return wanted.findIndex((pattern) => given.includes(pattern));
      });
      return found === undefined ? HookResult.Continue : HookResult.Skip(found);
    };
  },
});

const MAX_DEPTH = 64;
const MAX_NODES = 100_000;

interface Open {
  readonly value: object;
  readonly path: string;
  readonly depth: number;
}

/** Why the payload must not pass, without the text itself: which pattern, and where. What cannot be looked through whole does not pass. */
function findIn(payload: object, match: (text: string) => number): string | undefined {
  const open: Open[] = [{ value: payload, path: "", depth: 0 }];
  const seen = new Set<object>([payload]);
  let nodes = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.depth > MAX_DEPTH) return `the payload is nested deeper than ${MAX_DEPTH} levels`;
    for (const part of partsOf(next.value)) {
      nodes += 1;
      if (nodes > MAX_NODES) return `the payload has more than ${MAX_NODES} parts`;
      const found = findInPart(part, next.path, match);
      if (found !== undefined) return found;
      const { key, value } = part;
      if (typeof value !== "object" || value === null || seen.has(value)) continue;
      seen.add(value);
      open.push({ value, path: pathOf(next.path, key), depth: next.depth + 1 });
    }
  }
  return undefined;
}

function findInPart({ key, value, isNamed }: Part, path: string, match: (text: string) => number): string | undefined {
  const keyMatch = isNamed ? match(key) : -1;
  if (keyMatch >= 0) return `pattern ${keyMatch} matches a key in "${path}"`;
  const valueMatch = isShown(value) ? match(String(value)) : -1;
  return valueMatch < 0 ? undefined : `pattern ${valueMatch} matches the value at "${pathOf(path, key)}"`;
}

function pathOf(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

interface Part {
  readonly key: string;
  readonly value: unknown;
  /** False for a place in a list, whose number nobody wrote. */
  readonly isNamed: boolean;
}

function* partsOf(value: object): Generator<Part> {
  if (types.isMap(value)) {
    for (const [key, part] of value) yield { key: String(key), value: part, isNamed: true };
  } else if (Array.isArray(value) || types.isSet(value)) {
    let index = 0;
    for (const part of value as Iterable<unknown>) yield { key: String(index++), value: part, isNamed: false };
  } else {
    for (const [key, part] of Object.entries(value)) yield { key, value: part, isNamed: true };
  }
}

function isShown(value: unknown): value is string | number | boolean | bigint {
  return ["string", "number", "boolean", "bigint"].includes(typeof value);
}

function normalized(text: string): string {
  return text.normalize("NFC");
}

/** Upper and then lower case: so `ß` and `SS` are the same. */
function folded(text: string): string {
  return normalized(text).toUpperCase().toLowerCase();
}
