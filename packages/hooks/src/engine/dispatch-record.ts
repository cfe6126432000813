import { currentFrame, emit, isPromiseLike, isRootFrame, isWatched, type Frame } from "@boathook/kernel";

import { HookAborted, InvalidHookResultError, SkipOperation } from "../errors.ts";
import { HookDispatchedEvent, type HookOutcome, type SwallowedError } from "../events.ts";
import { TelemetryService } from "../telemetry.ts";
import type { Handler } from "./handler.ts";
import type { AnyContext } from "./any-context.ts";
import type { HookPoint } from "./point.ts";

const NOTHING_SWALLOWED: readonly SwallowedError[] = [];
const replacers = new WeakMap<object, string>();

/** The name of the hook that replaced the context's value last; undefined when none did. Seams use it to say whose replacement is wrong. */
export function replacedBy(context: object): string | undefined {
  return replacers.get(context);
}

/** One dispatch while it runs: what came of it so far. */
export class Dispatch {
  readonly point: HookPoint;
  readonly handlers: readonly Handler[];
  readonly context: AnyContext;
  readonly frame: Frame;
  /** True: hooks run in frames of their own, so that whatever they start is known to come from them. Outside of everything there is nothing to follow yet. */
  readonly isTracked: boolean;
  /** What the replaceable field was when the hook that runs now began. */
  #before: unknown;
  #modified = false;
  #swallowed: SwallowedError[] | undefined;
  #stoppedBy: Handler | undefined;
  readonly #isWatched: boolean;
  readonly #startedAt: number;
  readonly #contentBefore: string | undefined;

  constructor(point: HookPoint, handlers: readonly Handler[], context: AnyContext) {
    this.point = point;
    this.handlers = handlers;
    this.context = context;
    this.frame = currentFrame();
    this.isTracked = !isRootFrame(this.frame);
    this.#isWatched = isWatched(HookDispatchedEvent, this.frame);
    this.#startedAt = this.#isWatched ? performance.now() : 0;
    this.#contentBefore = this.#detectsMutations() ? this.#content() : undefined;
  }

  /** A hook is about to be called. */
  begin(): void {
    if (this.point.replaces !== undefined) this.#before = this.context[this.point.replaces];
  }

  /** The hook that began last is done: its answer counts, and so does what it assigned. */
  apply(handler: Handler, returned: unknown): void {
    const replaced = this.point.reduce(this.context, returned);
    if (replaced || this.#wasAssigned(handler)) {
      this.#modified = true;
      replacers.set(this.context, handler.name);
    }
  }

  swallowed(handler: Handler, message: string): void {
    (this.#swallowed ??= []).push({ hook: handler.name, message });
  }

  stoppedBy(handler: Handler): void {
    this.#stoppedBy = handler;
  }

  finished(): void {
    this.#emit(this.#modified || this.#editedInPlace() ? "modified" : "proceeded", undefined);
  }

  /** The dispatch ended by a throw: an abort, a skip, a cancellation. */
  stopped(thrown: unknown): void {
    if (HookAborted.is(thrown)) this.#emit("aborted", thrown);
    else if (SkipOperation.is(thrown)) this.#emit("skipped", thrown);
    else this.#emit(this.#modified ? "modified" : "proceeded", undefined);
  }

  #wasAssigned(handler: Handler): boolean {
    const field = this.point.replaces;
    if (field === undefined) return false;
    const value = this.context[field];
    if (Object.is(value, this.#before)) return false;
    if (!isPromiseLike(value)) return true;
    this.context[field] = this.#before;
    throw new InvalidHookResultError(`the awaited ${field}`, "a promise", {
      point: this.point.name,
      hook: handler.name,
    });
  }

  #emit(outcome: HookOutcome, stop: HookAborted | SkipOperation | undefined): void {
    emit(HookDispatchedEvent, () => this.#fields(outcome, stop), this.frame);
  }

  #fields(
    outcome: HookOutcome,
    stop: HookAborted | SkipOperation | undefined,
  ): ConstructorParameters<typeof HookDispatchedEvent>[1] {
    const agentRole = textOf(this.context.agentRole);
    return {
      interceptionPoint: this.point.name,
      outcome,
      hookCount: this.handlers.length,
      durationMs: this.#isWatched ? performance.now() - this.#startedAt : 0,
      abortReason: stop?.reason,
      abortSource: stop === undefined ? undefined : sourceName(stop.source, this.#stoppedBy),
      swallowedErrors: this.#swallowed ?? NOTHING_SWALLOWED,
      dialect: "interception",
      kind: textOf(this.context.kind),
      stepName: textOf(this.context.stepName),
      toolName: textOf(this.context.toolName),
      ...(agentRole !== undefined && { agentRole }),
    };
  }

  #detectsMutations(): boolean {
    return this.#isWatched && this.frame.services.get(TelemetryService).detectMutations;
  }

  #editedInPlace(): boolean {
    return this.#contentBefore !== undefined && this.#contentBefore !== this.#content();
  }

  #content(): string {
    try {
      return JSON.stringify([this.context[this.point.content]]);
    } catch {
      return ""; // what JSON cannot show is not compared
    }
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
