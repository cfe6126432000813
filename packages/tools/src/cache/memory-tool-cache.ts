import type { ToolCache } from "./tool-cache.ts";

const MAX_ENTRIES = 1_000;

/** Remembers the 1000 results used last, of each tool object by itself: tools that only share a name never see each other's. */
export class MemoryToolCache implements ToolCache {
  readonly #entries = new Map<string, unknown>();
  readonly #parts = new WeakMap<object, MemoryToolCache>();

  partFor(tool: object): ToolCache {
    let part = this.#parts.get(tool);
    if (part === undefined) {
      part = new MemoryToolCache();
      this.#parts.set(tool, part);
    }
    return part;
  }

  get(key: string): unknown {
    if (!this.#entries.has(key)) return undefined;
    const value = this.#entries.get(key);
    this.set(key, value);
    return value;
  }

  set(key: string, value: unknown): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MAX_ENTRIES && oldest !== undefined) this.#entries.delete(oldest);
  }
}
