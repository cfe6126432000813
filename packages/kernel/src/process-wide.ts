/** The one object of that name in the process, made on first use; a second copy of the package gets the very same. The name says its version. */
export function processWide<T>(name: string, make: () => T): T {
  const key = Symbol.for(`boathook:${name}`);
  const shared = globalThis as Record<symbol, unknown>;
  shared[key] ??= make();
  return shared[key] as T; // only written here, under a name that belongs to one declaration
}
