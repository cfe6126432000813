/** A deep copy of plain data; bytes are copied too, everything else that is no record or list stays what it is. */
export function deepCopy<T>(value: T): T {
  return copy(value, (part) => part) as T; // part for part what the original is
}

/** As `deepCopy`, but nothing in the copy can be changed (save bytes, which cannot be frozen). */
export function frozenCopy<T>(value: T): T {
  return copy(value, Object.freeze) as T;
}

function copy(value: unknown, seal: (part: object) => object): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice();
  if (Array.isArray(value)) return seal(value.map((part: unknown) => copy(part, seal)));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return value; // an object of a class
  return seal(Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copy(part, seal)])));
}
