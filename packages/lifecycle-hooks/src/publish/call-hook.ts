import { describeValue } from "@boathook/hooks";
import { isPromiseLike, linkSignals, startTimer, whenAborted, type LinkedController } from "@boathook/kernel";

import { LifecycleError } from "../errors.ts";
import type { HookContext } from "../hooks/hook-context.ts";
import { HookResult, isHookResult } from "../hooks/hook-result.ts";
import type { HandlerTools, RegisteredHook } from "../hooks/lifecycle-hook.ts";

/** What came of calling a hook: its answer, or why there is none. */
export type Answer = HookResult | Failure;

/** A hook gave no answer that counts. */
export interface Failure {
  readonly kind: "failure";
  readonly problem: "threw" | "timeout" | "invalid_result";
  readonly error: unknown;
}

/**
 * Calls one hook within its time; a promise only when the hook gave one. Never throws, never rejects. When the time is up, or `cancel` aborts,
 * the hook's signal aborts and what it says later is thrown away.
 */
export function callHook(hook: RegisteredHook, context: HookContext, cancel: AbortSignal): Answer | Promise<Answer> {
  const call = new HookCall(cancel);
  const startedAt = performance.now();
  let returned: unknown;
  try {
    returned = hook.handler(context, call);
    if (!isPromiseLike(returned)) {
      call.end();
      return performance.now() - startedAt > hook.timeoutMs ? timedOut(hook) : read(returned);
    }
  } catch (error) {
    call.end();
    return { kind: "failure", problem: "threw", error };
  }
  return waitFor(hook, Promise.resolve(returned), { call, cancel, startedAt });
}

interface Waiting {
  readonly call: HookCall;
  readonly cancel: AbortSignal;
  readonly startedAt: number;
}

function waitFor(hook: RegisteredHook, returned: Promise<unknown>, waiting: Waiting): Promise<Answer> {
  const { call, cancel, startedAt } = waiting;
  return new Promise((resolve) => {
    const finish = (answer: Answer): void => {
      stopTimer();
      unlink();
      call.end();
      resolve(answer);
    };
    const cut = (answer: Failure): void => {
      call.abort(answer.error);
      finish(answer);
    };
    const left = Math.max(0, hook.timeoutMs - (performance.now() - startedAt));
    const stopTimer = startTimer(left, () => {
      cut(timedOut(hook));
    });
    const unlink = whenAborted(cancel, () => {
      // The publish ends with the cancellation; nobody reads this answer.
      queueMicrotask(() => {
        cut({ kind: "failure", problem: "threw", error: cancel.reason });
      });
    });
    returned.then(
      (value) => {
        finish(read(value));
      },
      (error: unknown) => {
        finish({ kind: "failure", problem: "threw", error });
      },
    );
  });
}

function read(returned: unknown): Answer {
  if (returned === undefined || returned === null) return HookResult.Continue;
  if (isHookResult(returned)) return returned;
  const error = new TypeError(`it answered ${describeValue(returned)}, which is no HookResult`);
  return { kind: "failure", problem: "invalid_result", error };
}

function timedOut(hook: RegisteredHook): Failure {
  const message = `hook "${hook.id}" took longer than its ${hook.timeoutMs} ms at ${hook.event}`;
  return { kind: "failure", problem: "timeout", error: new LifecycleError("timeout", message) };
}

/** The tools of one call. Most hooks never ask for the signal, so it is made when they do. */
class HookCall implements HandlerTools {
  readonly #cancel: AbortSignal;
  #linked: LinkedController | undefined;
  #isOver = false;
  #cut: { readonly reason: unknown } | undefined;

  constructor(cancel: AbortSignal) {
    this.#cancel = cancel;
  }

  get signal(): AbortSignal {
    this.#linked ??= linkSignals(this.#isOver ? undefined : this.#cancel);
    if (this.#cut !== undefined) this.#linked.abort(this.#cut.reason);
    return this.#linked.signal;
  }

  abort(reason: unknown): void {
    this.#cut = { reason };
    this.#linked?.abort(reason);
  }

  end(): void {
    this.#isOver = true;
    this.#linked?.unlink();
  }
}
