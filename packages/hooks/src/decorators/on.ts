import type { HookFilters } from "../engine/filters.ts";
import { pointNamed } from "../engine/point.ts";
import { readFilters } from "../engine/read-filters.ts";
import { HookRegistrationError } from "../errors.ts";
import type { Hook, HookPoints } from "../hook-points.ts";
import { callerFile } from "../registration/caller.ts";
import { isDecoratorCall, methodDecorator, type MethodDecoratorOf } from "./method-decorator.ts";

/** The kind of member record that a hook decorator writes. */
export const HOOK_MEMBER = "hook";

/** What a hook decorator writes down. */
export interface HookMember {
  readonly point: string;
  readonly filters: HookFilters;
  /** `file:line` of the decorator. */
  readonly file: string | undefined;
}

/** Makes a method a hook at the point: of the crew or flow whose class it is in, or of a `@HookProvider`. */
export function On<P extends keyof HookPoints>(point: P, filters?: HookFilters): MethodDecoratorOf<Hook<P>> {
  return onMember("On", point, filters);
}

/** A decorator for one point; stands with and without parentheses. */
export interface PointDecorator<P extends keyof HookPoints> extends MethodDecoratorOf<Hook<P>> {
  (filters?: HookFilters): MethodDecoratorOf<Hook<P>>;
}

/** Before a model call: return `false` to block it. */
export const BeforeLlmCall = pointDecorator("BeforeLlmCall", "pre_model_call");
/** After a model call that gave text: return a string to replace it. */
export const AfterLlmCall = pointDecorator("AfterLlmCall", "post_model_call");
/** Before a tool call: return `false` to block it. */
export const BeforeToolCall = pointDecorator("BeforeToolCall", "pre_tool_call");
/** After a tool call: return a string to replace what the model reads. */
export const AfterToolCall = pointDecorator("AfterToolCall", "post_tool_call");

function pointDecorator<P extends keyof HookPoints>(label: string, point: P): PointDecorator<P> {
  const decorator = (...args: readonly unknown[]): unknown => {
    if (!isDecoratorCall(args)) return onMember(label, point, args[0]);
    (onMember(label, point, undefined) as (...applied: readonly unknown[]) => void)(...args); // applied bare, in either mode
    return undefined;
  };
  return decorator as PointDecorator<P>; // the interface lists both ways it is called
}

function onMember<P extends keyof HookPoints>(label: string, point: P, filters: unknown): MethodDecoratorOf<Hook<P>> {
  if (typeof point !== "string") refuse(label, "needs a point: @On(InterceptionPoint.PRE_TOOL_CALL)");
  if (typeof filters === "function") refuse(label, "takes filters, not a function; to register a function use on()");
  const hookPoint = pointNamed(point, `@${label}`);
  const compiled = readFilters(filters, hookPoint, `@${label}`);
  const data: HookMember = { point: hookPoint.name, filters: compiled.filters, file: callerFile() };
  return methodDecorator<Hook<P>>(label, { kind: HOOK_MEMBER, data });
}

function refuse(label: string, what: string): never {
  throw new HookRegistrationError(`@${label} ${what}.`, { point: label, hook: `@${label}` });
}
