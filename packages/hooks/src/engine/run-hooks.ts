import { cancellationOf, currentFrame, errorMessage, isPromiseLike, LoggerService, service } from "@boathook/kernel";

import type { MaybePromise } from "../contexts/common.ts";
import { HookAborted, HookRecursionError, SkipOperation } from "../errors.ts";
import { callHook, isTooDeep } from "./call-hook.ts";
import { Dispatch } from "./dispatch-record.ts";
import type { Handler } from "./handler.ts";
import type { AnyContext, HookPoint } from "./point.ts";

/**
 * Calls the hooks in order and leaves their changes on the context. Stays synchronous as long as every hook is. An abort, a skip and the
 * cancellation of the run leave it as they are; every other throw of a hook is reported, and the next hook runs.
 */
export function runHooks(point: HookPoint, handlers: readonly Handler[], context: AnyContext): MaybePromise<void> {
  const dispatch = new Dispatch(point, handlers, context);
  let rest: Promise<void> | undefined;
  try {
    rest = runFrom(dispatch, 0);
  } catch (thrown) {
    dispatch.stopped(thrown);
    throw thrown;
  }
  if (rest === undefined) {
    dispatch.finished();
    return;
  }
  return rest.then(
    () => {
      dispatch.finished();
    },
    (thrown: unknown) => {
      dispatch.stopped(thrown);
      throw thrown;
    },
  );
}

/** The hooks from `index` on; a promise as soon as one of them gives one. */
function runFrom(dispatch: Dispatch, index: number): Promise<void> | undefined {
  const { handlers, context } = dispatch;
  for (let i = index; i < handlers.length; i += 1) {
    const handler = handlers[i];
    if (handler === undefined || !wants(handler, context)) continue;
    // Not a hook's error, which would be swallowed: what the hook reached must not run unguarded.
    if (isTooDeep(handler)) throw new HookRecursionError({ point: dispatch.point.name, hook: handler.name });
    const before = dispatch.replaceable();
    let returned: unknown;
    try {
      returned = callHook(handler, context);
      if (!isPromiseLike(returned)) apply(dispatch, handler, returned, before);
    } catch (thrown) {
      handleThrown(dispatch, handler, thrown);
      continue;
    }
    if (isPromiseLike(returned)) return continueAsync({ dispatch, handler, before, index: i }, returned);
  }
  return undefined;
}

interface Waiting {
  readonly dispatch: Dispatch;
  readonly handler: Handler;
  readonly before: unknown;
  readonly index: number;
}

async function continueAsync(waiting: Waiting, returned: PromiseLike<unknown>): Promise<void> {
  const { dispatch, handler, before, index } = waiting;
  try {
    apply(dispatch, handler, await returned, before);
  } catch (thrown) {
    handleThrown(dispatch, handler, thrown);
  }
  await runFrom(dispatch, index + 1);
}

function wants(handler: Handler, context: AnyContext): boolean {
  if (handler.spent || (handler.matches !== undefined && !handler.matches(context))) return false;
  if (handler.filters.once === true) {
    handler.spent = true;
    handler.remove();
  }
  return true;
}

function apply(dispatch: Dispatch, handler: Handler, returned: unknown, before: unknown): void {
  const replaced = dispatch.point.reduce(dispatch.context, returned);
  if (replaced || dispatch.replaceable() !== before) dispatch.modifiedBy(handler);
}

/** Rethrows what must stop the operation; reports everything else. */
function handleThrown(dispatch: Dispatch, handler: Handler, thrown: unknown): void {
  if (HookAborted.is(thrown) || SkipOperation.is(thrown)) {
    thrown.source ??= handler.hook;
    throw thrown;
  }
  const { signal } = currentFrame();
  if (signal.aborted) throw cancellationOf(signal);
  if (handler.filters.onError === "abort") throw new HookAborted(errorMessage(thrown), handler.hook, { cause: thrown });
  const message = errorMessage(thrown);
  dispatch.swallowed(handler, message);
  service(LoggerService).warn(
    { hook: handler.name, point: dispatch.point.name, error: message },
    "a hook failed; the run goes on",
  );
}
