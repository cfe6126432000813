import { types } from "node:util";

import { isPlainObject } from "@boathook/hooks";
import { BoathookError } from "@boathook/kernel";

/** Copies one value; `depth` counts the levels above it. */
export type Copy = (value: unknown, depth: number) => unknown;

const MAX_DEPTH = 200;

/**
 * A copy that shares nothing changeable with the original: lists, records, dates, bytes, maps and sets are copied, objects of other classes are
 * passed on. Throws `NestedTooDeeplyError` past 200 levels, so also for a record that contains itself.
 */
export const copyData: Copy = (value, depth) => {
  if (typeof value !== "object" || value === null) return value;
  checkDepth(depth);
  if (Array.isArray(value)) return value.map((item: unknown) => copyData(item, depth + 1));
  if (isPlainObject(value)) return copyRecord(value, depth);
  return copyBuiltIn(value, depth);
};

/** A copy of a record, without a key `__proto__`. */
export function copyRecord(record: Readonly<Record<string, unknown>>, depth = 0): Record<string, unknown> {
  checkDepth(depth);
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(record)) {
    if (key !== "__proto__") copy[key] = copyData(record[key], depth + 1);
  }
  return copy;
}

/** A copy for whoever watches; a record that is nested too deeply to be copied is shown as it is. */
export function snapshot(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  try {
    return copyRecord(record);
  } catch {
    return { ...record }; // reported where the arguments are read
  }
}

/** Throws when the value at this depth is too deep. */
export function checkDepth(depth: number): void {
  if (depth > MAX_DEPTH) throw new NestedTooDeeplyError();
}

/** Makes a copy that nobody can change: lists and records in it are frozen. */
export function frozenCopy(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return freeze(copyRecord(record));
}

/** A value contains itself, or is nested more than 200 levels deep. */
class NestedTooDeeplyError extends BoathookError {
  constructor() {
    super(`nested more than ${MAX_DEPTH} levels deep`, { code: "nested_too_deeply" });
  }
}

function copyBuiltIn(value: object, depth: number): unknown {
  if (types.isDate(value)) return new Date(value.getTime());
  if (types.isMap(value)) return new Map(copyData([...value], depth + 1) as [unknown, unknown][]); // pairs in, pairs out
  if (types.isSet(value)) return new Set(copyData([...value], depth + 1) as unknown[]); // a list in, a list out
  // Not Buffer's own `slice`, which shares its memory.
  return types.isUint8Array(value) ? Uint8Array.prototype.slice.call(value) : value;
}

function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  if (!Array.isArray(value) && !isPlainObject(value)) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}
