import { childFrame, currentFrame, isPromiseLike, raceSignal, runInFrame, withDeadline } from "@boathook/kernel";

import { HookTimeoutError } from "../errors.ts";
import type { Handler } from "./handler.ts";
import type { AnyContext } from "./point.ts";
import type { HookTrail } from "./scope.ts";

const MAX_DEPTH = 8;

/** Calls one hook, within its time limit and not longer than its run lasts; a promise when the hook gave one. */
export function callHook(handler: Handler, context: AnyContext): unknown {
  const returned = handler.isAsync
    ? runInFrame(trailFrame(handler), () => callOnce(handler, context))
    : callOnce(handler, context);
  if (!isPromiseLike(returned)) return returned;
  handler.isAsync = true;
  return waitFor(handler, returned);
}

/** True when the code here runs inside this hook already, eight times over: on the stack, or across awaits. */
export function isTooDeep(handler: Handler): boolean {
  return handler.depth + (handler.isAsync ? awaitedDepth(handler, currentFrame().hookTrail) : 0) >= MAX_DEPTH;
}

function callOnce(handler: Handler, context: AnyContext): unknown {
  handler.depth += 1;
  try {
    return handler.call(context);
  } finally {
    handler.depth -= 1;
  }
}

function waitFor(handler: Handler, returned: PromiseLike<unknown>): Promise<unknown> {
  const { signal } = currentFrame();
  const ms = handler.filters.timeoutMs;
  if (ms === undefined) return raceSignal(returned, signal);
  const timeoutError = (limitMs: number): Error =>
    new HookTimeoutError(limitMs, { point: handler.point, hook: handler.name });
  return withDeadline({ ms, signal, timeoutError }, () => returned);
}

function trailFrame(handler: Handler): ReturnType<typeof childFrame> {
  const frame = currentFrame();
  return childFrame({ hookTrail: { handler, outer: frame.hookTrail } }, frame);
}

function awaitedDepth(handler: Handler, trail: HookTrail | undefined): number {
  let depth = 0;
  for (let entry = trail; entry !== undefined; entry = entry.outer) {
    if (entry.handler === handler) depth += 1;
  }
  return depth;
}
