import type { Access } from "../graph/options.ts";

/** What a task uses while it runs. */
export interface Use {
  readonly resource: string;
  readonly isWrite: boolean;
}

/** Everything that has a name lies in it. */
const EVERYTHING = "";
const NOTHING: readonly Use[] = [];

/** What an access stands for: naming a resource is reading the whole, `"write"` is writing it. In the order of their names. */
export function usesOf(access: Access = "read"): readonly Use[] {
  if (access === "read") return NOTHING;
  if (access === "write") return [{ resource: EVERYTHING, isWrite: true }];
  const writes = new Set(access.writes);
  const reads = [...new Set(access.reads)].filter((resource) => !writes.has(resource));
  if (writes.size + reads.length === 0) return NOTHING;
  return [
    { resource: EVERYTHING, isWrite: false },
    ...[...writes].sort().map((resource) => ({ resource: `=${resource}`, isWrite: true })),
    ...reads.sort().map((resource) => ({ resource: `=${resource}`, isWrite: false })),
  ];
}

/** The same for tasks that use the same. */
export function signatureOf(uses: readonly Use[]): string {
  return uses.length === 0 ? "" : JSON.stringify(uses.map(({ resource, isWrite }) => [resource, isWrite]));
}

/** Resources in use, or laid claim to: any number of readers of each, or one writer. */
export class UsedResources {
  readonly #readers = new Map<string, number>();
  readonly #writers = new Map<string, number>();

  add(uses: readonly Use[]): void {
    for (const use of uses) this.#count(use, 1);
  }

  remove(uses: readonly Use[]): void {
    for (const use of uses) this.#count(use, -1);
  }

  /** True when nothing here stands against using these. */
  allows(uses: readonly Use[]): boolean {
    return uses.every(({ resource, isWrite }) => {
      if (this.#writers.has(resource)) return false;
      return !isWrite || !this.#readers.has(resource);
    });
  }

  #count({ resource, isWrite }: Use, change: number): void {
    const counts = isWrite ? this.#writers : this.#readers;
    const count = (counts.get(resource) ?? 0) + change;
    if (count === 0) counts.delete(resource);
    else counts.set(resource, count);
  }
}
