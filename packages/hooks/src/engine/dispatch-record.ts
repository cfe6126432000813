import { emit, isWatched, service } from "@boathook/kernel";

import { HookAborted, SkipOperation } from "../errors.ts";
import { HookDispatchedEvent, type HookOutcome, type SwallowedError } from "../events.ts";
import { TelemetryService } from "../telemetry.ts";
import type { Handler } from "./handler.ts";
import type { AnyContext, HookPoint } from "./point.ts";

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
  #modified = false;
  #swallowed: SwallowedError[] | undefined;
  readonly #startedAt: number;
  readonly #contentBefore: string | undefined;

  constructor(point: HookPoint, handlers: readonly Handler[], context: AnyContext) {
    this.point = point;
    this.handlers = handlers;
    this.context = context;
    this.#startedAt = isWatched(HookDispatchedEvent) ? performance.now() : Number.NaN;
    this.#contentBefore = this.#isTimed && service(TelemetryService).detectMutations ? this.#content() : undefined;
  }

  /** What a hook may have assigned instead of returning it. */
  replaceable(): unknown {
    return this.point.replaces === undefined ? undefined : this.context[this.point.replaces];
  }

  modifiedBy(handler: Handler): void {
    this.#modified = true;
    replacers.set(this.context, handler.name);
  }

  swallowed(handler: Handler, message: string): void {
    (this.#swallowed ??= []).push({ hook: handler.name, message });
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

  get #isTimed(): boolean {
    return !Number.isNaN(this.#startedAt);
  }

  #emit(outcome: HookOutcome, stop: HookAborted | SkipOperation | undefined): void {
    emit(HookDispatchedEvent, () => ({
      interceptionPoint: this.point.name,
      outcome,
      hookCount: this.handlers.length,
      durationMs: this.#isTimed ? performance.now() - this.#startedAt : 0,
      abortReason: stop?.reason,
      abortSource: stop === undefined ? undefined : sourceName(stop.source, this.handlers),
      swallowedErrors: this.#swallowed ?? NOTHING_SWALLOWED,
      dialect: "interception" as const,
      kind: textOf(this.context.kind),
      stepName: textOf(this.context.stepName),
      toolName: textOf(this.context.toolName),
    }));
  }

  #editedInPlace(): boolean {
    return this.#contentBefore !== undefined && this.#contentBefore !== this.#content();
  }

  #content(): string {
    try {
      return JSON.stringify(this.context[this.point.content]) ?? "";
    } catch {
      return "";
    }
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A text as it is, a hook's or function's name, else the name of the source's type. */
function sourceName(source: unknown, handlers: readonly Handler[]): string | undefined {
  if (source === undefined || source === null) return undefined;
  if (typeof source === "string") return source;
  const handler = handlers.find((candidate) => candidate.hook === source);
  if (handler !== undefined) return handler.name;
  const { name } = source as { name?: unknown };
  if (typeof name === "string" && name !== "") return name;
  return typeof source === "function" ? "anonymous" : (source.constructor?.name ?? typeof source);
}
