import { processWide, suggestName } from "@boathook/kernel";

import { HookAborted, HookRegistrationError } from "../errors.ts";
import { InterceptionPoint } from "../hook-points.ts";
import type { AnyContext } from "./any-context.ts";
import type { FilterName } from "./filters.ts";
import type { Dialect, Handler } from "./handler.ts";

/** What a hook's return value means at a point. True when it was applied; an abort is thrown. */
export type Reducer = (context: AnyContext, returned: unknown) => boolean;

/** A moment of the runtime that hands a context to hooks. */
export interface HookPoint {
  readonly name: string;
  readonly reduce: Reducer;
  /** The field that a hook may assign instead of returning; assigning counts as modified. */
  readonly replaces: "payload" | "response" | "toolResult" | undefined;
  /** The field whose edits in place `detectMutations` looks for. */
  readonly content: string;
  /** The filters that its contexts can answer; undefined: not known. */
  readonly filters: readonly FilterName[] | undefined;
  /** True: a hook that fails has said no. */
  readonly failsClosed: boolean;
  /** Whose moment it is; a hook registered here is of this dialect unless it says otherwise. */
  readonly dialect: Dialect;
  /** What a dialect that runs many hooks behind one of the engine's tells of them. */
  readonly report: ((context: AnyContext) => DispatchReport) | undefined;
  /** The process's own hooks here, in order. Replaced, never written to, so that a dispatch can walk it. */
  handlers: readonly Handler[];
  /** True once any scope held a hook for this point: until then a dispatch need not look for scopes. Never reset. */
  armed: boolean;
}

/** Anything but nothing replaces `payload`. */
export const replacesPayload: Reducer = (context, returned) => {
  if (returned === undefined || returned === null) return false;
  context.payload = returned;
  return true;
};

/** Exactly `false` aborts; everything else is ignored. */
export function falseAborts(decorator: string): Reducer {
  return (_context, returned) => {
    if (returned === false) throw new HookAborted(`${decorator} hook returned False`);
    return false;
  };
}

/** A string replaces the field; everything else is ignored. */
export function stringReplaces(field: "response" | "toolResult"): Reducer {
  return (context, returned) => {
    if (typeof returned !== "string") return false;
    context[field] = returned;
    return true;
  };
}

interface Registry {
  readonly points: Map<string, HookPoint>;
  /** True once a scope shut the process's hooks out. Never reset. */
  hasIsolatedScopes: boolean;
}

/** One table for the whole process, also for a second copy of this package: no policy is missed. */
export const registry: Registry = processWide("hook-points/1", () => ({ points: new Map(), hasIsolatedScopes: false }));

/** Replaces what the engine would tell of a dispatch. */
export interface DispatchReport {
  readonly hookCount: number;
  readonly swallowedErrors: readonly { readonly hook: string; readonly message: string }[];
}

/** How a further moment is declared by the package that owns it. */
export interface HookPointOptions {
  /** What a hook's return value means; by default anything but nothing replaces `payload`. */
  readonly reduce?: Reducer | undefined;
  /** By default `payload`; given as undefined: nothing can be replaced by assigning. */
  readonly replaces?: HookPoint["replaces"];
  /** By default `payload`. */
  readonly content?: string | undefined;
  /** The filters that its contexts can answer: a `strict` hook with another one is refused, as it could never run. */
  readonly filters?: readonly FilterName[] | undefined;
  /** True: a hook that throws, or is too slow, aborts the operation, whatever its `onError` says. Default false. */
  readonly failsClosed?: boolean | undefined;
  /** Whose moment it is, as `HookDispatchedEvent` reports it. Default `"interception"`. */
  readonly dialect?: Dialect | undefined;
  /** Tells what `HookDispatchedEvent` shows of hooks that the engine does not see, because one of its own stands for many. */
  readonly report?: ((context: AnyContext) => DispatchReport) | undefined;
}

/** Declares a point, once; the same name again gives the point that is there. Add its context to `HookPoints` by declaration merging. */
export function defineHookPoint(name: string, options: HookPointOptions = {}): HookPoint {
  const point: HookPoint = {
    name,
    reduce: options.reduce ?? replacesPayload,
    replaces: "replaces" in options ? options.replaces : "payload",
    content: options.content ?? "payload",
    filters: options.filters,
    failsClosed: options.failsClosed ?? false,
    dialect: options.dialect ?? "interception",
    report: options.report,
    handlers: [],
    armed: false,
  };
  const known = registry.points.get(name);
  if (known === undefined) {
    registry.points.set(name, point);
    return point;
  }
  if (MANNERS.every((key) => known[key] === point[key])) return known;
  throw new HookRegistrationError(`The hook point "${name}" is declared already, in another way.`, {
    point: name,
    hook: "",
  });
}

/** What two declarations of one point must agree in. */
const MANNERS = ["replaces", "content", "failsClosed", "dialect"] as const;

/** The point of that name (wire value or constant name); an unknown one is refused with a suggestion. */
export function pointNamed(name: unknown, hook = "anonymous"): HookPoint {
  const { points } = registry;
  const point = typeof name === "string" ? (points.get(name) ?? points.get(name.toLowerCase())) : undefined;
  if (point !== undefined) return point;
  const shown = typeof name === "string" || typeof name === "symbol" ? String(name) : `a value of type ${typeof name}`;
  const suggestion = typeof name === "string" ? suggestName(name, points.keys()) : undefined;
  throw new HookRegistrationError(
    `There is no hook point "${shown}"${suggestion === undefined ? "" : ` (${suggestion})`}.`,
    { point: shown, hook },
  );
}

/** The point of that wire value, or undefined; one map lookup. */
export function findPoint(name: string): HookPoint | undefined {
  return registry.points.get(name);
}

/** Every point declared so far, in order. */
export function allPoints(): readonly HookPoint[] {
  return [...registry.points.values()];
}

const P = InterceptionPoint;
for (const name of [P.EXECUTION_START, P.INPUT, P.OUTPUT, P.EXECUTION_END]) defineHookPoint(name, { filters: [] });
defineHookPoint(P.PRE_MODEL_CALL, {
  reduce: falseAborts("before_llm_call"),
  replaces: undefined,
  content: "messages",
  filters: ["agents"],
});
defineHookPoint(P.POST_MODEL_CALL, {
  reduce: stringReplaces("response"),
  replaces: "response",
  content: "messages",
  filters: ["agents", "bufferStreams"],
});
defineHookPoint(P.PRE_TOOL_CALL, {
  reduce: falseAborts("before_tool_call"),
  replaces: undefined,
  content: "toolInput",
  filters: ["agents", "tools"],
});
defineHookPoint(P.POST_TOOL_CALL, {
  reduce: stringReplaces("toolResult"),
  replaces: "toolResult",
  content: "toolInput",
  filters: ["agents", "tools"],
});
for (const name of [P.PRE_STEP, P.POST_STEP]) defineHookPoint(name, { filters: ["agents", "kinds"] });
