import { currentFrame } from "@boathook/kernel";

import type { MaybePromise } from "./contexts/common.ts";
import type { Handler } from "./engine/handler.ts";
import { findPoint, pointNamed, type AnyContext } from "./engine/point.ts";
import { runHooks } from "./engine/run-hooks.ts";
import type { HookPoints } from "./hook-points.ts";

/** The hooks that would run at this point, here and now, in order; undefined when there are none. Costs a lookup where nobody registered any. */
export function activeHooks(name: keyof HookPoints): readonly Handler[] | undefined {
  const point = findPoint(name);
  if (point === undefined || (!point.armed && point.handlers.length === 0)) return undefined;
  const scope = currentFrame().hookScope;
  const handlers = scope === undefined ? point.handlers : scope.resolve(point);
  return handlers.length === 0 ? undefined : handlers;
}

/** By hand: resolves the point's hooks, runs them in order, gives back the same context; a promise only if a hook was asynchronous. */
export function dispatch<P extends keyof HookPoints>(
  point: P,
  context: HookPoints[P]["context"],
): MaybePromise<HookPoints[P]["context"]> {
  const handlers = activeHooks(pointNamed(point).name as P); // the name of the very point asked for
  if (handlers === undefined) return context;
  return runOn(point, handlers, context);
}

/** For seams: builds the context only when a hook is there to see it; undefined when none is. */
export function dispatchIfHooked<P extends keyof HookPoints>(
  point: P,
  makeContext: () => HookPoints[P]["context"],
): MaybePromise<HookPoints[P]["context"]> | undefined {
  const handlers = activeHooks(point);
  return handlers === undefined ? undefined : runOn(point, handlers, makeContext());
}

function runOn<P extends keyof HookPoints>(
  point: P,
  handlers: readonly Handler[],
  context: HookPoints[P]["context"],
): MaybePromise<HookPoints[P]["context"]> {
  // The engine reads the fields of any context by name; the point's reducer knows which.
  const running = runHooks(pointNamed(point), handlers, context as unknown as AnyContext);
  return running === undefined ? context : running.then(() => context);
}
