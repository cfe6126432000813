import { childFrame, isPromiseLike, raceSignal, runInFrame, withDeadline, type Frame } from "@boathook/kernel";

import { HookTimeoutError } from "../errors.ts";
import type { Dispatch } from "./dispatch-record.ts";
import type { Handler } from "./handler.ts";
import type { AnyContext } from "./any-context.ts";
import type { HookTrail } from "./scope.ts";

const MAX_DEPTH = 8;

/** Calls one hook, within its time limit and not longer than its run lasts; a promise when the hook gave one. */
export function callHook(dispatch: Dispatch, handler: Handler): unknown {
  const { context, frame } = dispatch;
  const returned =
    dispatch.isTracked || handler.isAsync
      ? runInFrame(trailFrame(handler, frame), callOnce, handler, context)
      : callOnce(handler, context);
  if (!isPromiseLike(returned)) return returned;
  handler.isAsync = true;
  return waitFor(handler, returned, frame.signal);
}

/** True when the code in this frame runs inside the hook already, eight times over: on the stack, or in what the hook started. */
export function isTooDeep(handler: Handler, frame: Frame): boolean {
  if (handler.depth >= MAX_DEPTH) return true;
  const trail = frame.hookTrail;
  return trail !== undefined && depthIn(trail, handler) >= MAX_DEPTH;
}

function depthIn(trail: HookTrail, handler: Handler): number {
  let depth = 0;
  for (let entry: HookTrail | undefined = trail; entry !== undefined; entry = entry.outer) {
    if (entry.handler === handler) depth += 1;
  }
  return depth;
}

function callOnce(handler: Handler, context: AnyContext): unknown {
  handler.depth += 1;
  try {
    return handler.call(context);
  } finally {
    handler.depth -= 1;
  }
}

function waitFor(handler: Handler, returned: PromiseLike<unknown>, signal: AbortSignal): Promise<unknown> {
  const ms = handler.filters.timeoutMs;
  if (ms === undefined || signal.aborted) return raceSignal(returned, signal);
  const timeoutError = (limitMs: number): Error =>
    new HookTimeoutError(limitMs, { point: handler.point, hook: handler.name });
  return withDeadline({ ms, signal, timeoutError }, () => returned);
}

function trailFrame(handler: Handler, frame: Frame): Frame {
  return childFrame({ hookTrail: { handler, outer: frame.hookTrail } }, frame);
}
