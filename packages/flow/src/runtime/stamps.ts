/**
 * How far a unit lies downstream of the listeners that fire once per wave: at each listener's number, its latest firing that led here.
 * Undefined: none did. Shared along a chain, never written to.
 */
export type Stamps = readonly number[] | undefined;

/** The later of both, for each listener. */
export function mergeStamps(a: Stamps, b: Stamps): Stamps {
  if (a === b || b === undefined) return a;
  if (a === undefined) return b;
  return Array.from({ length: Math.max(a.length, b.length) }, (_, index) => Math.max(a[index] ?? 0, b[index] ?? 0));
}

/** The stamps of what the listener's firing number `firing` leads to. */
export function stamped(stamps: Stamps, onceIndex: number, firing: number): Stamps {
  const next = [...(stamps ?? [])];
  while (next.length <= onceIndex) next.push(0);
  next[onceIndex] = firing;
  return next;
}
