import type {} from "@boathook/kernel";

import type { Handler } from "./handler.ts";
import { hookVersion, ScopeHooks } from "./hook-list.ts";
import type { HookPoint } from "./point.ts";

declare module "@boathook/kernel" {
  interface FrameSlots {
    /** The innermost scope of hooks here. */
    readonly hookScope?: HookScope | undefined;
    /** The hooks inside which the code here runs, innermost first. */
    readonly hookTrail?: HookTrail | undefined;
  }
}

/** One hook that is running, and the ones it runs inside of. */
export interface HookTrail {
  readonly handler: Handler;
  readonly outer: HookTrail | undefined;
}

/** What a scope belongs to. */
export type ScopeKind = "runtime" | "crew" | "flow" | "run" | "block";

/** Hooks that hold for everything started inside; scopes stack, an inner one never hides an outer one. */
export class HookScope {
  readonly kind: ScopeKind;
  readonly outer: HookScope | undefined;
  readonly hooks: ScopeHooks;
  /** True: the process's hooks do not run in here. */
  readonly isolated: boolean;
  readonly #resolved = new Map<string, { readonly version: number; readonly handlers: readonly Handler[] }>();

  /** `hooks` puts the hooks of another scope, live, inside a different outer one. */
  constructor(
    kind: ScopeKind,
    outer: HookScope | undefined,
    options: { readonly isolated?: boolean; readonly hooks?: ScopeHooks } = {},
  ) {
    this.kind = kind;
    this.outer = outer;
    this.hooks = options.hooks ?? new ScopeHooks();
    this.isolated = options.isolated === true || outer?.isolated === true;
  }

  /** Every hook that runs here: the process's, then the scopes' from the outermost to this one. */
  resolve(point: HookPoint): readonly Handler[] {
    const version = hookVersion();
    const known = this.#resolved.get(point.name);
    if (known?.version === version) return known.handlers;
    const handlers = [...(this.isolated ? [] : point.handlers), ...this.#scoped(point)];
    this.#resolved.set(point.name, { version, handlers });
    return handlers;
  }

  #scoped(point: HookPoint): readonly Handler[] {
    const own = this.hooks.get(point);
    return this.outer === undefined ? own : [...this.outer.#scoped(point), ...own];
  }
}
