// The moments that this package adds to hooks; written so that they stay in the published types.
import "./events/points.ts";

export { LifecycleRegistry, type ProfileReport } from "./registry.ts";
export type { RegistryOptions } from "./registry-options.ts";
export {
  eventClass,
  isDetachedEvent,
  isLifecycleEvent,
  LIFECYCLE_EVENTS,
  rewritableKeys,
  type LifecycleEvent,
  type LifecycleEventClass,
} from "./events/catalogue.ts";
export { PAYLOADS, type LifecyclePayloads } from "./events/payloads.ts";
export type { LifecyclePointContext } from "./events/points.ts";
export { HookResult } from "./hooks/hook-result.ts";
export type { LifecycleContext, PublishIds, RuntimeSecrets } from "./hooks/hook-context.ts";
export type {
  HandlerTools,
  HookManners,
  HookMode,
  HookSource,
  LifecycleHandler,
  LifecycleHookOptions,
} from "./hooks/lifecycle-hook.ts";
export type { HookItem, HookRef } from "./hooks/hook-item.ts";
export type { HookProblem, ProblemKind, PublishOutcome } from "./publish/outcome.ts";
export type { PublishOptions } from "./publish/publish-options.ts";
export type { DrainReport } from "./publish/detached-queue.ts";
export { defineAction, type ActionPlace, type LifecycleAction } from "./profile/action.ts";
export { LifecycleError, type LifecycleErrorCode } from "./errors.ts";
