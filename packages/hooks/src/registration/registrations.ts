import type { HookFilters } from "../engine/filters.ts";
import type { Handler } from "../engine/handler.ts";
import { clearProcessHooks, processHooks, type HookList } from "../engine/hook-list.ts";
import { pointNamed } from "../engine/point.ts";
import type { Hook, HookPoints } from "../hook-points.ts";
import { CompiledHook, type HookDefinition } from "./definition.ts";

/** A registered hook; take it out with `unregister()`, or let `using` do it. */
export interface HookRegistration extends Disposable {
  readonly point: string;
  readonly name: string;
  /** True when it was still registered. */
  unregister(): boolean;
}

/** `on(point, hook)` and `on(point, filters, hook)`. */
export interface OnFunction {
  <P extends keyof HookPoints>(point: P, hook: Hook<P>): HookRegistration;
  <P extends keyof HookPoints>(point: P, filters: HookFilters, hook: Hook<P>): HookRegistration;
}

/** An `on` that registers in the given list. */
export function onFor(list: HookList): OnFunction {
  return (...args: readonly unknown[]) => registrationOf(compile(args).addTo(list));
}

/** Registers for the whole process: every runtime, every run. */
export const on: OnFunction = onFor(processHooks);

/** Makes a hook that is not registered anywhere yet: for `hooks:` of a crew, a flow or one kickoff. */
export function defineHook<P extends keyof HookPoints>(point: P, hook: Hook<P>): HookDefinition;
export function defineHook<P extends keyof HookPoints>(point: P, filters: HookFilters, hook: Hook<P>): HookDefinition;
export function defineHook(...args: readonly unknown[]): HookDefinition {
  return compile(args);
}

/** Registers a hook without filters for the whole process. */
export function registerHook<P extends keyof HookPoints>(point: P, hook: Hook<P>): HookRegistration {
  return on(point, hook);
}

/** Takes the process's first registration of that function out, filtered or not; false when there is none. */
export function unregisterHook<P extends keyof HookPoints>(point: P, hook: Hook<P>): boolean {
  return (
    processHooks
      .get(pointNamed(point))
      .find((handler) => handler.hook === hook)
      ?.remove() ?? false
  );
}

/** The process's hooks at a point, as their authors wrote them; a copy. */
export function getHooks<P extends keyof HookPoints>(point: P): Hook<P>[] {
  return processHooks.get(pointNamed(point)).map((handler) => handler.hook as Hook<P>); // registered under this very point
}

/** Takes all of the process's hooks out at one point; how many there were. */
export function clearHooks(point: keyof HookPoints): number {
  return processHooks.clear(pointNamed(point));
}

/** Takes all of the process's hooks out at every point. Scopes that are open keep theirs. */
export function clearAllHooks(): void {
  clearProcessHooks();
}

/** The registration that stands for a handler. */
export function registrationOf(handler: Handler): HookRegistration {
  return {
    point: handler.point,
    name: handler.name,
    unregister: () => handler.remove(),
    [Symbol.dispose]: () => {
      handler.remove();
    },
  };
}

/** Reads `(point, hook)` or `(point, filters, hook)`. */
function compile(args: readonly unknown[]): CompiledHook {
  const [first, second, third] = args;
  const point = first as string; // `CompiledHook` refuses whatever names no point
  return args.length < 3
    ? new CompiledHook({ point, hook: second })
    : new CompiledHook({ point, filters: second, hook: third });
}
