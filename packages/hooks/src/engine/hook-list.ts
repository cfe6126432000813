import type { Handler } from "./handler.ts";
import { allPoints, type HookPoint } from "./point.ts";

/** An ordered set of registrations per point. Lists are replaced, never written to: a dispatch walks the one it began with. */
export interface HookList {
  get(point: HookPoint): readonly Handler[];
  add(point: HookPoint, handler: Handler): void;
  /** False when it was not in the list. */
  remove(point: HookPoint, handler: Handler): boolean;
  /** How many there were. */
  clear(point: HookPoint): number;
}

/** The process's own list; it lies on the points themselves, so that an empty dispatch is one lookup. */
export const processHooks: HookList = {
  get: (point) => point.handlers,
  add(point, handler) {
    point.handlers = [...point.handlers, handler];
  },
  remove(point, handler) {
    if (!point.handlers.includes(handler)) return false;
    point.handlers = point.handlers.filter((other) => other !== handler);
    return true;
  },
  clear(point) {
    const count = point.handlers.length;
    point.handlers = NONE;
    return count;
  },
};

/** Empties the process's list at every point. */
export function clearProcessHooks(): void {
  for (const point of allPoints()) processHooks.clear(point);
}

/** No hooks. */
export const NONE: readonly Handler[] = [];

/** The list of one scope. */
export class ScopeHooks implements HookList {
  readonly #lists = new Map<string, readonly Handler[]>();

  get(point: HookPoint): readonly Handler[] {
    return this.#lists.get(point.name) ?? NONE;
  }

  add(point: HookPoint, handler: Handler): void {
    point.armed = true;
    this.#lists.set(point.name, [...this.get(point), handler]);
  }

  remove(point: HookPoint, handler: Handler): boolean {
    const list = this.get(point);
    if (!list.includes(handler)) return false;
    this.#lists.set(
      point.name,
      list.filter((other) => other !== handler),
    );
    return true;
  }

  clear(point: HookPoint): number {
    const count = this.get(point).length;
    this.#lists.delete(point.name);
    return count;
  }

  /** Takes every hook of this scope out; how many there were. */
  clearAll(): number {
    let count = 0;
    for (const list of this.#lists.values()) count += list.length;
    this.#lists.clear();
    return count;
  }
}
