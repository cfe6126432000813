import { currentFrame } from "@boathook/kernel";

import type { MaybePromise } from "./contexts/common.ts";
import type { Handler } from "./engine/handler.ts";
import type { AnyContext } from "./engine/any-context.ts";
import { findPoint, pointNamed, registry, type HookPoint } from "./engine/point.ts";
import { runHooks } from "./engine/run-hooks.ts";
import type { HookPoints } from "./hook-points.ts";

/** The hooks that would run at this point, here and now, in order; undefined when there are none. Costs a lookup where nobody registered any. */
export function activeHooks(name: keyof HookPoints): readonly Handler[] | undefined {
  const point = findPoint(name);
  return point === undefined ? undefined : hooksAt(point);
}

/** By hand: resolves the point's hooks, runs them in order, gives back the same context; a promise only if a hook was asynchronous. */
export function dispatch<P extends keyof HookPoints>(
  point: P,
  context: HookPoints[P]["context"],
): MaybePromise<HookPoints[P]["context"]> {
  const found = pointNamed(point);
  const handlers = hooksAt(found);
  return handlers === undefined ? context : runOn(found, handlers, context);
}

/** For seams: builds the context only when a hook is there to see it; undefined when none is. */
export function dispatchIfHooked<P extends keyof HookPoints>(
  name: P,
  makeContext: () => HookPoints[P]["context"],
): MaybePromise<HookPoints[P]["context"]> | undefined {
  const point = findPoint(name);
  if (point === undefined) return undefined;
  const handlers = hooksAt(point);
  return handlers === undefined ? undefined : runOn(point, handlers, makeContext());
}

/** Looks for scopes only where one ever held a hook for the point, or shut the process's hooks out. */
function hooksAt(point: HookPoint): readonly Handler[] | undefined {
  let { handlers } = point;
  if (point.armed || registry.hasIsolatedScopes) {
    const scope = currentFrame().hookScope;
    if (scope !== undefined) handlers = scope.resolve(point);
  }
  return handlers.length === 0 ? undefined : handlers;
}

function runOn<C>(point: HookPoint, handlers: readonly Handler[], context: C): MaybePromise<C> {
  // The engine reads the fields of any context by name; the point's reducer knows which.
  const running = runHooks(point, handlers, context as unknown as AnyContext);
  return running === undefined ? context : running.then(() => context);
}
