import { isPlainObject } from "@boathook/hooks";

/**
 * A copy of plain data that nobody can write to: records and lists at any depth, with the same circles. What is no plain data (dates, maps, objects
 * of classes) stays what it is, unless `deep`: then what can be cloned is cloned.
 */
export function frozenCopy<T>(value: T, deep = false): T {
  if (typeof value !== "object" || value === null) return value;
  const copies = new Map<object, object>();
  const open: object[] = [];
  const copy = (part: unknown): unknown => {
    if (typeof part !== "object" || part === null) return part;
    const known = copies.get(part);
    if (known !== undefined) return known;
    const target = emptyLike(part);
    copies.set(part, target ?? (deep ? cloned(part) : part));
    if (target !== undefined) open.push(part);
    return copies.get(part);
  };
  const first = copy(value);
  // A list of what is still to be filled, not calls in calls: data may be nested deeper than the stack is.
  for (let source = open.pop(); source !== undefined; source = open.pop()) fill(source, copies.get(source), copy);
  for (const target of copies.values()) if (Array.isArray(target) || isPlainObject(target)) Object.freeze(target);
  return first as T; // the same shape
}

function emptyLike(source: object): object | undefined {
  if (Array.isArray(source)) return [];
  if (!isPlainObject(source)) return undefined;
  return Object.getPrototypeOf(source) === null ? (Object.create(null) as object) : {};
}

function fill(source: object, target: object | undefined, copy: (part: unknown) => unknown): void {
  if (target === undefined) return; // never: it was made before its source was put on the list
  if (Array.isArray(source) && Array.isArray(target)) {
    for (const item of source) target.push(copy(item));
    return;
  }
  for (const [key, field] of Object.entries(source)) {
    // As a field of its own also where an assignment would change what the object is.
    Object.defineProperty(target, key, { value: copy(field), enumerable: true, writable: true, configurable: true });
  }
}

function cloned(source: object): object {
  try {
    return structuredClone(source);
  } catch {
    return source; // holds functions: a live object, which is only passed on
  }
}
