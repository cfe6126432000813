import type { MaybePromise } from "@boathook/hooks";
import { readOptions, suggestName } from "@boathook/kernel";
import { z } from "zod";

import { eventClass, isLifecycleEvent, LIFECYCLE_EVENTS, type LifecycleEvent } from "../events/catalogue.ts";
import type { LifecycleContext } from "./hook-context.ts";
import type { HookResult } from "./hook-result.ts";

/** What a handler may use beside the context. */
export interface HandlerTools {
  /** Aborts when the hook's time is up, and when the publish is cancelled. */
  readonly signal: AbortSignal;
}

/** A handler: looks at the context and answers; nothing is Continue. */
export type LifecycleHandler<E extends LifecycleEvent = LifecycleEvent> = (
  ctx: LifecycleContext<E>,
  tools: HandlerTools,
) => MaybePromise<HookResult | undefined | null | void>;

/** How a hook is run among others. */
export type HookMode = "sequential" | "parallel";

/** How one hook is treated. */
export interface HookManners {
  /** Smaller runs first; equal ones in the order of registration. Default 50. */
  readonly priority?: number | undefined;
  /** `parallel`: at the same time as its parallel neighbours; it can skip, and not stop. Default `sequential`. */
  readonly mode?: HookMode | undefined;
  /** Default true; a saved toggle wins. */
  readonly enabled?: boolean | undefined;
  /** An agent's id: the hook runs for that agent only. */
  readonly scope?: string | undefined;
  /** Milliseconds for one call. Default 30 000, or 120 000 with `llm`. */
  readonly timeoutMs?: number | undefined;
  /** True: it calls a model, so its default time is longer. */
  readonly llm?: boolean | undefined;
  /** True: it means to abort. Registering such a hook as a parallel one of a gate is warned of, because nothing would stop. */
  readonly mayAbort?: boolean | undefined;
  /** What a throw, a time-out or an unknown answer does: `continue` (default) goes on, `abort` counts as an abort. */
  readonly failurePolicy?: "continue" | "abort" | undefined;
}

/** A hook to be registered. */
export interface LifecycleHookOptions<E extends LifecycleEvent = LifecycleEvent> extends HookManners {
  readonly id: string;
  readonly event: E;
  readonly handler: LifecycleHandler<E>;
}

/** Who registered a hook: `builtin`, `custom`, or `config:` and the agent whose profile has it. */
export type HookSource = "builtin" | "custom" | `config:${string}`;

/** A hook in the registry. Never written to: what changes is replaced. */
export interface RegisteredHook {
  readonly id: string;
  readonly event: LifecycleEvent;
  readonly scope: string | undefined;
  readonly priority: number;
  readonly mode: HookMode;
  /** As declared. */
  readonly declared: boolean;
  /** As it is, after toggles. */
  readonly enabled: boolean;
  readonly timeoutMs: number;
  readonly failsClosed: boolean;
  readonly source: HookSource;
  readonly handler: LifecycleHandler;
  /** Grows with every registration; decides among equal priorities. */
  readonly sequence: number;
}

const DEFAULT_PRIORITY = 50;
const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_LLM_TIMEOUT_MS = 120_000;

/** An event's name; another one is refused with a suggestion. */
export const eventSchema = z.custom<LifecycleEvent>(isLifecycleEvent, {
  error: ({ input }) => unknownEvent(input),
});

/** Text that is there. */
export const idSchema = z.string().min(1).max(200);

/** The manners of a hook, as they stand in options of any kind. */
export const mannersShape = {
  priority: z.number().optional(),
  mode: z.enum(["sequential", "parallel"]).optional(),
  enabled: z.boolean().optional(),
  scope: idSchema.optional(),
  timeoutMs: z.number().positive().optional(),
  llm: z.boolean().optional(),
  mayAbort: z.boolean().optional(),
  failurePolicy: z.enum(["continue", "abort"]).optional(),
};

const hookSchema = z.strictObject({
  ...mannersShape,
  id: idSchema,
  event: eventSchema,
  handler: z.custom<LifecycleHandler>((value) => typeof value === "function", {
    error: "expected a function (ctx, { signal }) => HookResult",
  }),
});

/** The options of `register`, checked. */
export function readHook(given: unknown): LifecycleHookOptions {
  return readOptions<LifecycleHookOptions>(hookSchema, given, { subject: "lifecycle hook" });
}

/** The options with their defaults filled in. */
export function toRegistered(
  options: LifecycleHookOptions,
  source: HookSource,
  sequence: number,
): Omit<RegisteredHook, "enabled"> {
  return {
    id: options.id,
    event: options.event,
    scope: options.scope,
    priority: options.priority ?? DEFAULT_PRIORITY,
    mode: options.mode ?? "sequential",
    declared: options.enabled ?? true,
    timeoutMs: options.timeoutMs ?? (options.llm === true ? DEFAULT_LLM_TIMEOUT_MS : DEFAULT_TIMEOUT_MS),
    failsClosed: options.failurePolicy === "abort",
    source,
    handler: options.handler,
    sequence,
  };
}

/** True for a hook whose abort was meant to stop something, and will not. */
export function cannotStop({ event, mode, mayAbort }: LifecycleHookOptions): boolean {
  return mayAbort === true && mode === "parallel" && eventClass(event) !== "observer";
}

/** `unknown event "PreTurn" (did you mean "pre_turn"?)`. */
export function unknownEvent(given: unknown): string {
  if (typeof given !== "string") return `expected the name of an event, got ${given === null ? "null" : typeof given}`;
  const suggestion = suggestName(given, LIFECYCLE_EVENTS);
  return `unknown event "${given.slice(0, 60)}"${suggestion === undefined ? "" : ` (${suggestion})`}`;
}
