import { isPlainObject } from "@boathook/hooks";

/**
 * A copy of plain data that nobody can write to: records and lists at any depth, with the same circles. What is no plain data (dates, maps, objects
 * of classes) stays what it is, unless `deep`: then what can be cloned is cloned.
 */
export function frozenCopy<T>(value: T, deep = false): T {
  const { copy, made } = copyData(value, deep);
  for (const part of made) Object.freeze(part);
  return copy;
}

/** As `frozenCopy`, to be written to. */
export function writableCopy<T>(value: T): T {
  return copyData(value, false).copy;
}

function copyData<T>(value: T, deep: boolean): { readonly copy: T; readonly made: readonly object[] } {
  const copies = new Map<object, object>();
  const open: { readonly source: object; readonly target: object }[] = [];
  const made: object[] = [];
  const copyOf = (part: unknown): unknown => {
    if (typeof part !== "object" || part === null) return part;
    const known = copies.get(part);
    if (known !== undefined) return known;
    const target = emptyLike(part);
    const copy = target ?? (deep ? cloned(part) : part);
    copies.set(part, copy);
    if (target === undefined) return copy;
    made.push(target);
    open.push({ source: part, target });
    return copy;
  };
  const copy = copyOf(value) as T; // the same shape
  // A list of what is still to be filled, not calls in calls: data may be nested deeper than the stack is.
  for (let next = open.pop(); next !== undefined; next = open.pop()) fill(next.source, next.target, copyOf);
  return { copy, made };
}

function emptyLike(source: object): object | undefined {
  if (Array.isArray(source)) return [];
  if (!isPlainObject(source)) return undefined;
  return Object.getPrototypeOf(source) === null ? (Object.create(null) as object) : {};
}

function fill(source: object, target: object, copy: (part: unknown) => unknown): void {
  if (Array.isArray(source) && Array.isArray(target)) {
    for (const item of source) target.push(copy(item));
    return;
  }
  for (const [key, field] of Object.entries(source)) {
    if (key === "__proto__") define(target, key, copy(field));
    else (target as Record<string, unknown>)[key] = copy(field);
  }
}

/** As a field of its own, where an assignment would change what the object is. */
function define(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}

function cloned(source: object): object {
  try {
    return structuredClone(source);
  } catch {
    return source; // holds functions: a live object, which is only passed on
  }
}
