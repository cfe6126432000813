import type { HookFilters } from "../engine/filters.ts";
import type { Hook, HookPoints } from "../hook-points.ts";
import { on, type HookRegistration } from "./registrations.ts";

/** `on` for one point: `beforeToolCall(hook)`, `beforeToolCall(filters, hook)`. */
export interface PointFunction<P extends keyof HookPoints> {
  (hook: Hook<P>): HookRegistration;
  (filters: HookFilters, hook: Hook<P>): HookRegistration;
}

/** Registers a hook for the whole process, before every model call. `false` blocks the call. */
export const beforeLlmCall = pointFunction("pre_model_call");
/** Registers a hook for the whole process, after every model call that gave text. A returned string replaces it. */
export const afterLlmCall = pointFunction("post_model_call");
/** Registers a hook for the whole process, before every tool call. `false` blocks the call. */
export const beforeToolCall = pointFunction("pre_tool_call");
/** Registers a hook for the whole process, after every tool call. A returned string replaces what the model reads. */
export const afterToolCall = pointFunction("post_tool_call");

function pointFunction<P extends keyof HookPoints>(point: P): PointFunction<P> {
  return (first: HookFilters | Hook<P>, second?: Hook<P>) =>
    second === undefined ? on(point, first as Hook<P>) : on(point, first as HookFilters, second); // the overloads of PointFunction say which
}
