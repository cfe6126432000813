import { isPlainObject } from "@boathook/hooks";

/** A deep copy of plain data: records, lists, maps, sets and dates. Everything else (objects of classes, functions) is shared. */
export function copyData<T>(value: T): T {
  return copy(value, new Map()) as T; // the same shape, part by part
}

function copy(value: unknown, known: Map<object, unknown>): unknown {
  if (typeof value !== "object" || value === null) return value;
  const before = known.get(value);
  if (before !== undefined) return before;
  if (Array.isArray(value)) return fill(value, [] as unknown[], known);
  if (isPlainObject(value)) return fillRecord(value, known);
  const tag = Object.prototype.toString.call(value);
  if (tag === "[object Date]") return new Date((value as Date).getTime());
  if (tag === "[object Map]") return copyMap(value as ReadonlyMap<unknown, unknown>, known);
  if (tag === "[object Set]") return copySet(value as ReadonlySet<unknown>, known);
  return value;
}

function fill(list: readonly unknown[], target: unknown[], known: Map<object, unknown>): unknown[] {
  known.set(list, target);
  for (const item of list) target.push(copy(item, known));
  return target;
}

function fillRecord(record: Record<string, unknown>, known: Map<object, unknown>): Record<string, unknown> {
  const target: Record<string, unknown> = {};
  known.set(record, target);
  for (const [key, item] of Object.entries(record)) {
    Object.defineProperty(target, key, {
      value: copy(item, known),
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return target;
}

function copyMap(map: ReadonlyMap<unknown, unknown>, known: Map<object, unknown>): Map<unknown, unknown> {
  const target = new Map<unknown, unknown>();
  known.set(map, target);
  for (const [key, item] of map) target.set(key, copy(item, known));
  return target;
}

function copySet(set: ReadonlySet<unknown>, known: Map<object, unknown>): Set<unknown> {
  const target = new Set<unknown>();
  known.set(set, target);
  for (const item of set) target.add(copy(item, known));
  return target;
}
