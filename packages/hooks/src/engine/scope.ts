import type {} from "@boathook/kernel";

import type { Handler } from "./handler.ts";
import { NONE, ScopeHooks } from "./hook-list.ts";
import { registry, type HookPoint } from "./point.ts";

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

interface Resolved {
  readonly base: readonly Handler[];
  readonly own: readonly Handler[];
  readonly handlers: readonly Handler[];
}

/** Hooks that hold for everything started inside; scopes stack, an inner one never hides an outer one. */
export class HookScope {
  readonly kind: ScopeKind;
  readonly outer: HookScope | undefined;
  readonly hooks: ScopeHooks;
  /** True: the process's hooks do not run in here. The outermost scope decides: what runs inside another run cannot escape its hooks. */
  readonly isolated: boolean;
  readonly #resolved = new Map<string, Resolved>();

  /** `hooks` puts the hooks of another scope, live, inside a different outer one: what flow's `withRun` does for a run nested on another runtime. */
  constructor(
    kind: ScopeKind,
    outer: HookScope | undefined,
    options: { readonly isolated?: boolean | undefined; readonly hooks?: ScopeHooks | undefined } = {},
  ) {
    this.kind = kind;
    this.outer = outer;
    this.hooks = options.hooks ?? new ScopeHooks();
    this.isolated = outer === undefined ? options.isolated === true : outer.isolated;
    if (this.isolated) registry.hasIsolatedScopes = true;
  }

  /** Every hook that runs here: the process's, then the scopes' from the outermost to this one. */
  resolve(point: HookPoint): readonly Handler[] {
    const base = this.#base(point);
    const own = this.hooks.get(point);
    if (own.length === 0) return base;
    if (base.length === 0) return own;
    // Lists are replaced when they change, so the same lists mean the same result.
    const known = this.#resolved.get(point.name);
    if (known?.base === base && known.own === own) return known.handlers;
    const handlers = [...base, ...own];
    this.#resolved.set(point.name, { base, own, handlers });
    return handlers;
  }

  #base(point: HookPoint): readonly Handler[] {
    if (this.outer !== undefined) return this.outer.resolve(point);
    return this.isolated ? NONE : point.handlers;
  }
}
