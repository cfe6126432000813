import { cancellationOf, errorMessage, isPromiseLike, log } from "@boathook/kernel";

import type { MaybePromise } from "../contexts/common.ts";
import { HookAborted, HookRecursionError, SkipOperation } from "../errors.ts";
import { callHook, isTooDeep } from "./call-hook.ts";
import { applyAnswer, beginHook, Dispatch, finishDispatch, stopDispatch } from "./dispatch-record.ts";
import type { Matcher } from "./filters.ts";
import type { Handler } from "./handler.ts";
import type { AnyContext } from "./any-context.ts";
import type { HookPoint } from "./point.ts";

/**
 * Calls the hooks in order and leaves their changes on the context. Stays synchronous as long as every hook is. An abort, a skip and the
 * cancellation of the run leave it as they are; every other throw of a hook is reported, and the next hook runs.
 */
export function runHooks(point: HookPoint, handlers: readonly Handler[], context: AnyContext): MaybePromise<void> {
  const dispatch = new Dispatch(point, handlers, context);
  try {
    for (let i = 0; i < handlers.length; i += 1) {
      const handler = handlers[i];
      const waiting = handler && callNext(dispatch, handler);
      if (waiting !== undefined) return finishLater(dispatch, i, waiting);
    }
  } catch (thrown) {
    stopDispatch(dispatch, thrown);
    throw thrown;
  }
  finishDispatch(dispatch);
}

/** Waits for the hook at `index`, then calls the ones after it. */
async function finishLater(dispatch: Dispatch, index: number, first: PromiseLike<unknown>): Promise<void> {
  const { handlers } = dispatch;
  let waiting: PromiseLike<unknown> | undefined = first;
  try {
    for (let i = index; i < handlers.length; i += 1) {
      const handler = handlers[i];
      if (handler === undefined) continue; // never: `i` is in the list
      waiting ??= callNext(dispatch, handler);
      if (waiting === undefined) continue;
      try {
        applyAnswer(dispatch, handler, await waiting);
      } catch (thrown) {
        handleThrown(dispatch, handler, thrown);
      }
      waiting = undefined;
    }
  } catch (thrown) {
    stopDispatch(dispatch, thrown);
    throw thrown;
  }
  finishDispatch(dispatch);
}

/** Calls one hook, if it wants this context; what it gave when that is to be waited for. */
function callNext(dispatch: Dispatch, handler: Handler): PromiseLike<unknown> | undefined {
  if (!wants(dispatch, handler)) return undefined;
  // Not a hook's error, which would be swallowed: what the hook reached must not run unguarded.
  if (isTooDeep(handler, dispatch.frame))
    throw new HookRecursionError({ point: dispatch.point.name, hook: handler.name });
  try {
    beginHook(dispatch);
    const returned = callHook(dispatch, handler);
    if (isPromiseLike(returned)) return returned;
    applyAnswer(dispatch, handler, returned);
  } catch (thrown) {
    handleThrown(dispatch, handler, thrown);
  }
  return undefined;
}

function wants(dispatch: Dispatch, handler: Handler): boolean {
  if (handler.spent || (handler.matches !== undefined && !matches(handler.matches, dispatch, handler))) return false;
  if (handler.isOnce) {
    handler.spent = true;
    handler.remove();
  }
  return true;
}

function matches(test: Matcher, dispatch: Dispatch, handler: Handler): boolean {
  try {
    return test(dispatch.context);
  } catch (thrown) {
    handleThrown(dispatch, handler, thrown); // a context that throws when its tool or role is read
    return false;
  }
}

/** Rethrows what must stop the operation; reports everything else. Once the run is cancelled, that is what stops it, whatever the hook says. */
function handleThrown(dispatch: Dispatch, handler: Handler, thrown: unknown): void {
  const { signal } = dispatch.frame;
  if (signal.aborted) throw cancellationOf(signal);
  const stop = stopOf(dispatch.point, handler, thrown);
  if (stop !== undefined) {
    dispatch.stoppedBy = handler;
    throw stop;
  }
  const message = errorMessage(thrown);
  (dispatch.swallowed ??= []).push({ hook: handler.name, message });
  log("warn", { hook: handler.name, point: dispatch.point.name, error: message }, "a hook failed; the run goes on");
}

/** The abort or skip that a throw of the hook is; undefined when it is neither. */
function stopOf(point: HookPoint, handler: Handler, thrown: unknown): HookAborted | SkipOperation | undefined {
  if (HookAborted.is(thrown) || SkipOperation.is(thrown)) {
    // Not by assignment: an error may be frozen.
    if (thrown.source === undefined || thrown.source === null) Reflect.set(thrown, "source", handler.hook);
    return thrown;
  }
  return point.failsClosed || handler.filters.onError === "abort"
    ? new HookAborted(errorMessage(thrown), handler.hook, { cause: thrown })
    : undefined;
}
