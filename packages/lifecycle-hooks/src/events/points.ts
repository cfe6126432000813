import { defineHookPoint, type HookPoint, type Nothing, type RunRefs } from "@boathook/hooks";
import type {} from "@boathook/kernel";

import { LIFECYCLE_EVENTS, type LifecycleEvent } from "./catalogue.ts";

/** A publish as the engine's own hooks see it, at the point `lifecycle_` and the event's name. */
export interface LifecyclePointContext extends RunRefs {
  readonly event: LifecycleEvent;
  readonly agentId: string | undefined;
  readonly conversationId: string | undefined;
  readonly runId: string | undefined;
  /** A hook may leave another one; then come the registry's own hooks. */
  payload: Readonly<Record<string, unknown>>;
}

type LifecyclePoints = {
  readonly [E in LifecycleEvent as `lifecycle_${E}`]: {
    context: LifecyclePointContext;
    result: Record<string, unknown> | Nothing;
  };
};

declare module "@boathook/hooks" {
  // One point per event; the registry's hooks run there behind those of the engine.
  interface HookPoints extends LifecyclePoints {}
}

declare module "@boathook/kernel" {
  interface FrameSlots {
    /** How many publishes lie around the code here. */
    readonly lifecycleDepth?: number | undefined;
  }
}

/** The name of the event's point. */
export type LifecyclePointName = keyof LifecyclePoints;

/** The engine's point for the event. */
export function pointOf(event: LifecycleEvent): LifecyclePointName {
  return `lifecycle_${event}`;
}

/** Tells what came of the registry's hooks. */
export interface HookReporter {
  report(): { readonly hookCount: number; readonly swallowedErrors: readonly { hook: string; message: string }[] };
}

/** Who tells it for a context. Not on the context itself, which hooks see. */
export const reporterOf = new WeakMap<object, HookReporter>();

/** Declares the event's point; again, it gives the one that is there. */
export function declarePoint(event: LifecycleEvent): HookPoint {
  return defineHookPoint(pointOf(event), {
    filters: [],
    dialect: "lifecycle",
    report: (context) => reporterOf.get(context)?.report() ?? { hookCount: 1, swallowedErrors: [] },
  });
}

for (const event of LIFECYCLE_EVENTS) declarePoint(event); // on("lifecycle_pre_turn", …) works before there is a registry
