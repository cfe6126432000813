import type { RuntimePlugin } from "@boathook/crew";
import type { HookRegistration, MaybePromise, OnFunction } from "@boathook/hooks";
import { ConfigurationError, suggestName, type Fault } from "@boathook/kernel";

import type { SubagentResult } from "../dispatch/result.ts";
import type { SubagentRetryDecision } from "./decisions.ts";
import { MOMENTS, type SubagentHookContext } from "./points.ts";

/**
 * What may be done around each attempt of a subagent. A hook that throws is logged, shown in the event, and counts as no answer; a `HookAborted`
 * stops the dispatch. Of several hooks the first decision counts.
 */
export interface SubagentHooks {
  /** Before every attempt. */
  beforeDispatch?(ctx: SubagentHookContext): MaybePromise<void>;
  afterDispatch?(ctx: SubagentHookContext, result: SubagentResult): MaybePromise<void>;
  /** Asked at every failure. */
  onFailure?(ctx: SubagentHookContext, error: unknown): MaybePromise<SubagentRetryDecision | void>;
  /** Once, when a subagent at work is cancelled; it may take 5 seconds. */
  onCancelled?(ctx: SubagentHookContext): MaybePromise<void>;
}

/** Milliseconds that one call of a hook may take. */
const HOOK_LIMIT_MS = 30_000;
type Moment = keyof typeof MOMENTS;
const MOMENT_NAMES = Object.keys(MOMENTS) as Moment[]; // the keys of a constant

/** For `createRuntime({ use: [...] })`: these hooks run for every subagent on that runtime, in this order. */
export function subagentHooks(hooks: readonly SubagentHooks[]): RuntimePlugin {
  const faults = hooks.flatMap((one, index) => faultsOf(one, String(index)));
  if (faults.length > 0) throw new ConfigurationError(faults, { subject: "subagent hooks" });
  return {
    name: "subagent-hooks",
    install: ({ hooks: { on } }) => {
      const registered = hooks.flatMap((one) => registerAll(on, one));
      return () => {
        for (const registration of registered) registration.unregister();
      };
    },
  };
}

function registerAll(on: OnFunction, hooks: SubagentHooks): HookRegistration[] {
  return MOMENT_NAMES.flatMap((moment) => {
    const method: unknown = Reflect.get(hooks, moment);
    if (typeof method !== "function") return [];
    const { point, reads } = MOMENTS[moment];
    const hook = (ctx: object): unknown => {
      return Reflect.apply(method, hooks, reads === undefined ? [ctx] : [ctx, Reflect.get(ctx, reads)]);
    };
    const filters = { name: `${nameOf(hooks)}.${moment}`, timeoutMs: HOOK_LIMIT_MS };
    return [on(point, filters, hook as () => undefined)]; // it reads the context of its own point
  });
}

function faultsOf(hooks: unknown, path: string): Fault[] {
  if (typeof hooks !== "object" || hooks === null) return [{ path, message: "expected an object with hook methods" }];
  const methods = MOMENT_NAMES.filter((name) => name in hooks);
  if (methods.length > 0) {
    return methods
      .filter((name) => !["function", "undefined"].includes(typeof Reflect.get(hooks, name)))
      .map((name) => ({ path: `${path}.${name}`, message: "expected a function" }));
  }
  const [given] = Object.keys(hooks);
  const suggestion = given === undefined ? undefined : suggestName(given, MOMENT_NAMES);
  const message = "none of its methods is a subagent hook";
  return [{ path, message, ...(suggestion !== undefined && { suggestion }) }];
}

function nameOf(hooks: object): string {
  const { constructor: type } = hooks as { constructor?: { name?: unknown } };
  return typeof type?.name === "string" && type.name !== "" && type.name !== "Object" ? type.name : "SubagentHooks";
}
