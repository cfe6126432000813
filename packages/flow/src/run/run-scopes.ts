import { hookScopeOf, HookScope, type HookDefinition, type ScopeKind } from "@boathook/hooks";
import type { Frame } from "@boathook/kernel";

/** Hooks that hold for a run because of what runs: a crew's or a flow's own. */
export interface ScopedHooks {
  readonly kind: ScopeKind;
  readonly definitions: readonly HookDefinition[];
}

/**
 * The scope of a new run: everything that holds around it stays, from the outside in; then the runtime's own hooks (unless the run is on it
 * already), then each of `scopes`. Without any hooks there is nothing new.
 */
export function scopeOfRun(
  outer: Frame,
  runtimeScope: HookScope | undefined,
  scopes: readonly ScopedHooks[],
): HookScope | undefined {
  let scope = withRuntimeScope(outer, runtimeScope);
  for (const { kind, definitions } of scopes) {
    if (definitions.length > 0) scope = hookScopeOf(kind, definitions, scope);
  }
  return scope;
}

function withRuntimeScope(outer: Frame, runtimeScope: HookScope | undefined): HookScope | undefined {
  const around = outer.hookScope;
  if (runtimeScope === undefined || around === undefined) return runtimeScope ?? around;
  if (contains(around, runtimeScope)) return around;
  // Inside a run, the hooks of that run are a policy that nothing nested may come before. Outside of one, a scope is a part of what starts here.
  return outer.execution === undefined ? rebased(around, runtimeScope) : sharing(runtimeScope, around);
}

function rebased(scope: HookScope, base: HookScope): HookScope {
  return sharing(scope, scope.outer === undefined ? base : rebased(scope.outer, base));
}

/** The same hooks, live, around which something else lies. */
function sharing(scope: HookScope, outer: HookScope): HookScope {
  return new HookScope(scope.kind, outer, { hooks: scope.hooks });
}

function contains(scope: HookScope | undefined, wanted: HookScope): boolean {
  for (let current = scope; current !== undefined; current = current.outer) {
    if (current.hooks === wanted.hooks) return true;
  }
  return false;
}
