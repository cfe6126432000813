import { currentFrame, emit, isPromiseLike, isRootFrame, isWatched, type Frame } from "@boathook/kernel";

import { HookAborted, InvalidHookResultError, SkipOperation } from "../errors.ts";
import { HookDispatchedEvent, type HookOutcome, type SwallowedError } from "../events.ts";
import { TelemetryService } from "../telemetry.ts";
import type { AnyContext } from "./any-context.ts";
import type { Handler } from "./handler.ts";
import type { HookPoint } from "./point.ts";

const NOTHING_SWALLOWED: readonly SwallowedError[] = [];
const replacers = new WeakMap<object, string>();

/** The name of the hook that replaced the context's value last; undefined when none did. Seams use it to say whose replacement is wrong. */
export function replacedBy(context: object): string | undefined {
  return replacers.get(context);
}

/** What is kept for the event while somebody watches. */
interface Watch {
  readonly startedAt: number;
  /** The content as JSON, where edits in place are looked for. */
  readonly contentBefore: string | undefined;
}

/** One dispatch while it runs: what came of it so far. Made for every dispatch, so its fields are plain ones. */
export class Dispatch {
  readonly point: HookPoint;
  readonly handlers: readonly Handler[];
  readonly context: AnyContext;
  readonly frame: Frame;
  /** True: hooks run in frames of their own, so that whatever they start is known to come from them. Outside of everything there is nothing to follow yet. */
  readonly isTracked: boolean;
  /** What the replaceable field was when the hook that runs now began. */
  before: unknown = undefined;
  isModified = false;
  swallowed: SwallowedError[] | undefined = undefined;
  stoppedBy: Handler | undefined = undefined;
  /** Undefined: nobody watched when it began. */
  readonly watch: Watch | undefined;

  constructor(point: HookPoint, handlers: readonly Handler[], context: AnyContext) {
    const frame = currentFrame();
    this.point = point;
    this.handlers = handlers;
    this.context = context;
    this.frame = frame;
    this.isTracked = !isRootFrame(frame);
    this.watch = isWatched(HookDispatchedEvent, frame) ? watchOf(this) : undefined;
  }
}

/** A hook is about to be called. */
export function beginHook(dispatch: Dispatch): void {
  const field = dispatch.point.replaces;
  if (field !== undefined) dispatch.before = dispatch.context[field];
}

/** The hook that began last is done: its answer counts, and so does what it assigned. */
export function applyAnswer(dispatch: Dispatch, handler: Handler, returned: unknown): void {
  const { point, context } = dispatch;
  const replaced = point.reduce(context, returned);
  if (replaced || (point.replaces !== undefined && wasAssigned(dispatch, point.replaces, handler))) {
    dispatch.isModified = true;
    replacers.set(context, handler.name);
  }
}

/** The dispatch is over, and no hook stopped it. */
export function finishDispatch(dispatch: Dispatch): void {
  const isModified = dispatch.isModified || wasEditedInPlace(dispatch);
  report(dispatch, isModified ? "modified" : "proceeded", undefined);
}

/** The dispatch ended by a throw: an abort, a skip, a cancellation. */
export function stopDispatch(dispatch: Dispatch, thrown: unknown): void {
  if (HookAborted.is(thrown)) report(dispatch, "aborted", thrown);
  else if (SkipOperation.is(thrown)) report(dispatch, "skipped", thrown);
  else report(dispatch, dispatch.isModified ? "modified" : "proceeded", undefined);
}

function wasAssigned(dispatch: Dispatch, field: string, handler: Handler): boolean {
  const value = dispatch.context[field];
  if (Object.is(value, dispatch.before)) return false;
  if (!isPromiseLike(value)) return true;
  dispatch.context[field] = dispatch.before;
  throw new InvalidHookResultError(`the awaited ${field}`, "a promise", {
    point: dispatch.point.name,
    hook: handler.name,
  });
}

function report(dispatch: Dispatch, outcome: HookOutcome, stop: HookAborted | SkipOperation | undefined): void {
  emit(HookDispatchedEvent, () => fieldsOf(dispatch, outcome, stop), dispatch.frame);
}

function fieldsOf(
  dispatch: Dispatch,
  outcome: HookOutcome,
  stop: HookAborted | SkipOperation | undefined,
): ConstructorParameters<typeof HookDispatchedEvent>[1] {
  const { point, context, handlers } = dispatch;
  const agentRole = textOf(context.agentRole);
  return {
    interceptionPoint: point.name,
    outcome,
    hookCount: handlers.length,
    durationMs: dispatch.watch === undefined ? 0 : performance.now() - dispatch.watch.startedAt,
    abortReason: stop?.reason,
    abortSource: stop === undefined ? undefined : sourceName(stop.source, dispatch.stoppedBy),
    swallowedErrors: dispatch.swallowed ?? NOTHING_SWALLOWED,
    dialect: point.dialect,
    kind: textOf(context.kind),
    stepName: textOf(context.stepName),
    toolName: textOf(context.toolName),
    ...(agentRole !== undefined && { agentRole }),
    ...point.report?.(context),
  };
}

function watchOf(dispatch: Dispatch): Watch {
  const { detectMutations } = dispatch.frame.services.get(TelemetryService);
  return { startedAt: performance.now(), contentBefore: detectMutations ? contentOf(dispatch) : undefined };
}

function wasEditedInPlace(dispatch: Dispatch): boolean {
  const before = dispatch.watch?.contentBefore;
  return before !== undefined && before !== contentOf(dispatch);
}

function contentOf({ context, point }: Dispatch): string {
  try {
    return JSON.stringify([context[point.content]]);
  } catch {
    return ""; // what JSON cannot show is not compared
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A text as it is, a hook's or function's name, else the name of the source's type. */
function sourceName(source: unknown, handler: Handler | undefined): string | undefined {
  if (source === undefined || source === null) return undefined;
  if (typeof source === "string") return source;
  if (source === handler?.hook) return handler.name;
  const { name } = source as { name?: unknown };
  if (typeof name === "string" && name !== "") return name;
  return typeof source === "function" ? "anonymous" : typeName(source);
}

function typeName(source: object): string {
  const { constructor: type } = source as { constructor?: { name?: unknown } | undefined };
  return typeof type?.name === "string" ? type.name : typeof source;
}
