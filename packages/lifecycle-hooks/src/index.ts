// The moments that this package adds to hooks; written so that they stay in the published types.
import "./events/points.ts";
// What a host puts in its frames for them.
import "./plugin/moments.ts";

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
export type { ScopedRef, ToggleReport } from "./hooks/hook-store.ts";
export type { HookProblem, ProblemKind, PublishOutcome } from "./publish/outcome.ts";
export type { PublishOptions } from "./publish/publish-options.ts";
export type { DrainReport } from "./publish/detached-queue.ts";
export { defineAction, type ActionPlace, type LifecycleAction } from "./profile/action.ts";
export { LifecycleError, type LifecycleErrorCode } from "./errors.ts";
export { OnLifecycle, type OnLifecycleOptions } from "./decorators/on-lifecycle.ts";
export {
  registerBuiltinHooks,
  type BuiltinOptions,
  type KnowledgeHit,
  type KnowledgeSource,
} from "./builtins/builtin-hooks.ts";
export {
  turnMemories,
  type FinishedTurn,
  type TurnMemories,
  type TurnMemoriesOptions,
} from "./builtins/turn-memories.ts";
export { lifecycleHooks, type LifecyclePluginOptions, type LifecycleProvider } from "./plugin/lifecycle-hooks.ts";
