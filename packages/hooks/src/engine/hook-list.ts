import { allPoints, type HookPoint } from "./point.ts";
import type { Handler } from "./handler.ts";

const VERSION = Symbol.for("boathook:hook-version");
const shared = globalThis as { [VERSION]?: number };

/** Changes whenever any hook is registered or removed anywhere; what was resolved under an older number is resolved again. */
export function hookVersion(): number {
  return shared[VERSION] ?? 0;
}

function bumpVersion(): void {
  shared[VERSION] = hookVersion() + 1;
}

/** An ordered set of registrations per point. Lists are replaced, never written to: a dispatch walks the one it began with. */
export interface HookList {
  get(point: HookPoint): readonly Handler[];
  add(point: HookPoint, handler: Handler): void;
  remove(point: HookPoint, handler: Handler): boolean;
  clear(point: HookPoint): number;
}

/** The process's own list; it lies on the points themselves, so that an empty dispatch is one lookup. */
export const processHooks: HookList = {
  get: (point) => point.handlers,
  add(point, handler) {
    point.handlers = [...point.handlers, handler];
    bumpVersion();
  },
  remove(point, handler) {
    if (!point.handlers.includes(handler)) return false;
    point.handlers = point.handlers.filter((other) => other !== handler);
    bumpVersion();
    return true;
  },
  clear(point) {
    const count = point.handlers.length;
    point.handlers = [];
    bumpVersion();
    return count;
  },
};

/** Empties the process's list at every point. */
export function clearProcessHooks(): void {
  for (const point of allPoints()) processHooks.clear(point);
}

/** The list of one scope. */
export class ScopeHooks implements HookList {
  readonly #lists = new Map<string, readonly Handler[]>();

  get(point: HookPoint): readonly Handler[] {
    return this.#lists.get(point.name) ?? NONE;
  }

  add(point: HookPoint, handler: Handler): void {
    point.armed = true;
    this.#lists.set(point.name, [...this.get(point), handler]);
    bumpVersion();
  }

  remove(point: HookPoint, handler: Handler): boolean {
    const list = this.get(point);
    if (!list.includes(handler)) return false;
    this.#lists.set(
      point.name,
      list.filter((other) => other !== handler),
    );
    bumpVersion();
    return true;
  }

  clear(point: HookPoint): number {
    const count = this.get(point).length;
    this.#lists.delete(point.name);
    bumpVersion();
    return count;
  }

  get isEmpty(): boolean {
    return this.#lists.size === 0;
  }
}

const NONE: readonly Handler[] = [];
