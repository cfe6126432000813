import { suggestName } from "@boathook/kernel";

import { HookAborted, HookRegistrationError } from "../errors.ts";
import { InterceptionPoint } from "../hook-points.ts";
import type { Handler } from "./handler.ts";

/** A context as the engine sees it: an object whose fields it reads by name. */
export type AnyContext = Record<string, unknown>;

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

const REGISTRY = Symbol.for("boathook:hook-points");

/** One table for the whole process, also for a second copy of this package: no policy is missed. */
const points: Map<string, HookPoint> = ((globalThis as { [REGISTRY]?: Map<string, HookPoint> })[REGISTRY] ??= new Map<
  string,
  HookPoint
>());

/** How a further moment is declared by the package that owns it. */
export interface HookPointOptions {
  readonly reduce?: Reducer;
  readonly replaces?: HookPoint["replaces"];
  readonly content?: string;
}

/** Declares a point, once; the same name again gives the point that is there. Add its context to `HookPoints` by declaration merging. */
export function defineHookPoint(name: string, options: HookPointOptions = {}): HookPoint {
  const known = points.get(name);
  if (known !== undefined) return known;
  const point: HookPoint = {
    name,
    reduce: options.reduce ?? replacesPayload,
    replaces: "replaces" in options ? options.replaces : "payload",
    content: options.content ?? "payload",
    handlers: [],
    armed: false,
  };
  points.set(name, point);
  return point;
}

/** The point of that name (wire value or constant name); an unknown one is refused with a suggestion. */
export function pointNamed(name: unknown, hook = "anonymous"): HookPoint {
  const point = typeof name === "string" ? (points.get(name) ?? points.get(name.toLowerCase())) : undefined;
  if (point !== undefined) return point;
  const suggestion = suggestName(String(name), points.keys());
  throw new HookRegistrationError(
    `There is no hook point "${String(name)}"${suggestion === undefined ? "" : ` (${suggestion})`}.`,
    {
      point: String(name),
      hook,
    },
  );
}

/** The point of that wire value, or undefined; one map lookup. */
export function findPoint(name: string): HookPoint | undefined {
  return points.get(name);
}

/** Every point declared so far, in order. */
export function allPoints(): readonly HookPoint[] {
  return [...points.values()];
}

const P = InterceptionPoint;
for (const name of [P.EXECUTION_START, P.INPUT, P.OUTPUT, P.EXECUTION_END]) defineHookPoint(name);
defineHookPoint(P.PRE_MODEL_CALL, { reduce: falseAborts("before_llm_call"), replaces: undefined, content: "messages" });
defineHookPoint(P.POST_MODEL_CALL, { reduce: stringReplaces("response"), replaces: "response", content: "messages" });
defineHookPoint(P.PRE_TOOL_CALL, {
  reduce: falseAborts("before_tool_call"),
  replaces: undefined,
  content: "toolInput",
});
defineHookPoint(P.POST_TOOL_CALL, {
  reduce: stringReplaces("toolResult"),
  replaces: "toolResult",
  content: "toolInput",
});
for (const name of [P.PRE_STEP, P.POST_STEP]) defineHookPoint(name);
