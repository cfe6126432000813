import { CompiledHook, type HookDefinition, type HookFilters, type MaybePromise } from "@boathook/hooks";
import { ConfigurationError, suggestName, type Fault } from "@boathook/kernel";

import type { RetryDecision } from "./decisions.ts";
import { MOMENTS, type TaskHookContext } from "./points.ts";

/**
 * What may be done around each attempt of a task. A hook that throws is logged, shown in the event, and counts as no answer; a `HookAborted`
 * fails the attempt. Of several hooks the first decision counts.
 */
export interface TaskHooks {
  /** Before every attempt. */
  beforeExecute?(ctx: TaskHookContext): MaybePromise<void>;
  afterExecute?(ctx: TaskHookContext, result: unknown): MaybePromise<void>;
  /** Asked at every failure. */
  onFailure?(ctx: TaskHookContext, error: unknown): MaybePromise<RetryDecision | void>;
  /** Asked at every time-out; without it, `onFailure` is. */
  onTimeout?(ctx: TaskHookContext, error: unknown): MaybePromise<RetryDecision | void>;
  /** Once, when a running task is cancelled; it may take 5 seconds. */
  onCancelled?(ctx: TaskHookContext): MaybePromise<void>;
}

/** Milliseconds that one call of a hook may take. */
const HOOK_LIMIT_MS = 30_000;

type Moment = keyof typeof MOMENTS;
const MOMENT_NAMES = Object.keys(MOMENTS) as Moment[]; // the keys of a constant

/** One method of a hooks object, as the engine takes it. */
export interface TaskHookParts {
  readonly point: (typeof MOMENTS)[Moment]["point"];
  readonly hook: (context: never) => unknown;
  readonly filters: HookFilters;
}

/** The methods of one hooks object, as the engine takes them; `path` is where it stands in what was given. */
export function compileTaskHooks(hooks: TaskHooks, path: string): TaskHookParts[] {
  checkHooks(hooks, path);
  const owner = nameOf(hooks);
  return MOMENT_NAMES.flatMap((moment) => {
    const method = methodFor(hooks, moment);
    if (method === undefined) return [];
    const { point, reads } = MOMENTS[moment];
    const hook = (ctx: Readonly<Record<string, unknown>>): unknown =>
      Reflect.apply(method.call, hooks, reads === undefined ? [ctx] : [ctx, ctx[reads]]);
    return [{ point, hook, filters: { name: `${owner}.${method.name}`, timeoutMs: HOOK_LIMIT_MS } }];
  });
}

/** The same as definitions, for a scope. */
export function taskHookDefinitions(hooks: readonly TaskHooks[], path: string): HookDefinition[] {
  return hooks.flatMap((one, index) =>
    compileTaskHooks(one, `${path}.${index}`).map((parts) => new CompiledHook({ ...parts, file: undefined })),
  );
}

interface Method {
  readonly name: Moment;
  readonly call: (...args: never[]) => unknown;
}

/** Without `onTimeout` a time-out is a failure like any other. */
function methodFor(hooks: TaskHooks, moment: Moment): Method | undefined {
  return methodOf(hooks, moment) ?? (moment === "onTimeout" ? methodOf(hooks, "onFailure") : undefined);
}

function methodOf(hooks: TaskHooks, name: Moment): Method | undefined {
  const call: unknown = Reflect.get(hooks, name);
  return typeof call === "function" ? { name, call: call as Method["call"] } : undefined;
}

function checkHooks(hooks: unknown, path: string): void {
  const faults = faultsOf(hooks, path);
  if (faults.length > 0) throw new ConfigurationError(faults, { subject: "task hooks" });
}

function faultsOf(hooks: unknown, path: string): Fault[] {
  if (typeof hooks !== "object" || hooks === null) return [{ path, message: "expected an object with hook methods" }];
  const methods = MOMENT_NAMES.filter((name) => name in hooks);
  if (methods.length === 0) {
    const given = Object.keys(hooks)[0];
    const suggestion = given === undefined ? undefined : suggestName(given, MOMENT_NAMES);
    const message = "none of its methods is a task hook";
    return [{ path, message, ...(suggestion !== undefined && { suggestion }) }];
  }
  return methods
    .filter((name) => !["function", "undefined"].includes(typeof Reflect.get(hooks, name)))
    .map((name) => ({ path: `${path}.${name}`, message: "expected a function" }));
}

function nameOf(hooks: object): string {
  const { constructor: type } = hooks as { constructor?: { name?: unknown } };
  return typeof type?.name === "string" && type.name !== "" && type.name !== "Object" ? type.name : "TaskHooks";
}
