import { childFrame, currentFrame, runInFrame } from "@boathook/kernel";

import { HookScope, type ScopeKind } from "../engine/scope.ts";
import { HookRegistrationError } from "../errors.ts";
import { describeValue } from "../values.ts";
import { CompiledHook, type HookDefinition } from "./definition.ts";
import { onFor, type OnFunction } from "./registrations.ts";

/** A scope with these hooks, below the current one. It holds in frames that carry it as `hookScope`. */
export function hookScopeOf(
  kind: ScopeKind,
  definitions: readonly HookDefinition[],
  outer: HookScope | undefined = currentFrame().hookScope,
): HookScope {
  const scope = new HookScope(kind, outer);
  for (const definition of definitions) addToScope(scope, definition);
  return scope;
}

/** Puts a defined hook at the end of a scope. */
export function addToScope(scope: HookScope, definition: HookDefinition): void {
  if (!CompiledHook.is(definition)) {
    throw new HookRegistrationError(
      `\`hooks\` is a list of what defineHook(point, hook) gives; ${describeValue(definition)} was in it.`,
      { point: "hooks", hook: "anonymous" },
    );
  }
  definition.addTo(scope.hooks);
}

/** Opens a scope of hooks for everything `body` starts; scopes stack. */
export function withHookScope<T>(body: (scope: { on: OnFunction }) => T): T {
  const scope = new HookScope("block", currentFrame().hookScope);
  return runInFrame(childFrame({ hookScope: scope }), body, { on: onFor(scope.hooks) });
}
