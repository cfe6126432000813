import type { HookFilters } from "../engine/filters.ts";
import type { Dialect, Handler } from "../engine/handler.ts";
import { allPoints, type HookPoint } from "../engine/point.ts";
import type { HookScope } from "../engine/scope.ts";

/** One hook that would run, and where it comes from. */
export interface HookListing {
  readonly point: string;
  readonly name: string;
  /** `run`: given to one kickoff, or opened around it with `withHookScope`. */
  readonly scope: "process" | "runtime" | "crew" | "flow" | "run";
  readonly filters: HookFilters;
  /** `file:line`. */
  readonly file: string | undefined;
  readonly dialect: Dialect;
}

/** Every hook that would run in this scope, or outside of any, point by point, in the order in which they would run. */
export function listHooks(scope: HookScope | undefined): readonly HookListing[] {
  return allPoints().flatMap((point) => listPoint(point, scope));
}

function listPoint(point: HookPoint, scope: HookScope | undefined): HookListing[] {
  if (scope === undefined) return point.handlers.map((handler) => listing(handler, "process"));
  const outer = scope.outer === undefined && scope.isolated ? [] : listPoint(point, scope.outer);
  const kind = scope.kind === "block" ? "run" : scope.kind;
  return [...outer, ...scope.hooks.get(point).map((handler) => listing(handler, kind))];
}

function listing(handler: Handler, scope: HookListing["scope"]): HookListing {
  const { point, name, filters, file, dialect } = handler;
  return { point, name, scope, filters, file, dialect };
}
