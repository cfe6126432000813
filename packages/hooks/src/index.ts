export { InterceptionPoint, type Hook, type HookPoints } from "./hook-points.ts";
export type { OptionalRef, Ref, RuntimeRefs } from "./runtime-refs.ts";
export type { AsksPeople, HumanInputRequest, Inputs, MaybePromise, Nothing, RunRefs } from "./contexts/common.ts";
export type { ExecutionEndContext, ExecutionStartContext, InputContext, OutputContext } from "./contexts/boundary.ts";
export type { PostStepContext, PreStepContext, StepContext } from "./contexts/step.ts";
export type { CallPurpose, LlmCallHookContext, PostLlmCallHookContext } from "./contexts/llm-call.ts";
export type { PostToolCallHookContext, ToolCallHookContext } from "./contexts/tool-call.ts";
export {
  HookAborted,
  HookRecursionError,
  HookRegistrationError,
  HookTimeoutError,
  HumanInputUnavailableError,
  InvalidHookResultError,
  LlmCallBlockedError,
  SkipOperation,
} from "./errors.ts";
export {
  HookConfigRejectedEvent,
  HookDispatchedEvent,
  HumanInputReceivedEvent,
  HumanInputRequestedEvent,
  type HookOutcome,
  type SwallowedError,
} from "./events.ts";
export { TelemetryService, type HookTelemetry } from "./telemetry.ts";
export { activeHooks, dispatch, dispatchIfHooked } from "./dispatch.ts";
export { sanitizeToolName } from "./sanitize-tool-name.ts";
export {
  defineHookPoint,
  falseAborts,
  replacesPayload,
  stringReplaces,
  type HookPoint,
  type HookPointOptions,
  type Reducer,
} from "./engine/point.ts";
export type { AnyContext } from "./engine/any-context.ts";
export type { FilterName, HookFilters } from "./engine/filters.ts";
export { type Dialect, type Handler, type HookFunction } from "./engine/handler.ts";
export { type HookList } from "./engine/hook-list.ts";
export { replacedBy } from "./engine/dispatch-record.ts";
export { HookScope, type HookTrail, type ScopeKind } from "./engine/scope.ts";
export { CompiledHook, type HookDefinition, type HookParts } from "./registration/definition.ts";
export {
  clearAllHooks,
  clearHooks,
  defineHook,
  getHooks,
  on,
  onFor,
  registerHook,
  registrationOf,
  unregisterHook,
  type HookRegistration,
  type OnFunction,
} from "./registration/registrations.ts";
export {
  afterLlmCall,
  afterToolCall,
  beforeLlmCall,
  beforeToolCall,
  type PointFunction,
} from "./registration/point-functions.ts";
export {
  clearAfterLlmCallHooks,
  clearAfterToolCallHooks,
  clearAllGlobalHooks,
  clearAllLlmCallHooks,
  clearAllToolCallHooks,
  clearBeforeLlmCallHooks,
  clearBeforeToolCallHooks,
  getAfterLlmCallHooks,
  getAfterToolCallHooks,
  getBeforeLlmCallHooks,
  getBeforeToolCallHooks,
  registerAfterLlmCallHook,
  registerAfterToolCallHook,
  registerBeforeLlmCallHook,
  registerBeforeToolCallHook,
  unregisterAfterLlmCallHook,
  unregisterAfterToolCallHook,
  unregisterBeforeLlmCallHook,
  unregisterBeforeToolCallHook,
} from "./registration/legacy.ts";
export { listHooks, type HookListing } from "./registration/listing.ts";
export { addToScope, hookScopeOf, withHookScope } from "./registration/scopes.ts";
export {
  membersOf,
  recordMember,
  type DecoratedMember,
  type MemberRecord,
  type MemberStore,
} from "./decorators/members.ts";
export { isDecoratorCall, methodDecorator, type MethodDecoratorOf } from "./decorators/method-decorator.ts";
export {
  AfterLlmCall,
  AfterToolCall,
  BeforeLlmCall,
  BeforeToolCall,
  On,
  type PointDecorator,
} from "./decorators/on.ts";
export { classDecorator, ClassMark, type AnyClass, type ClassDecoratorOf } from "./decorators/class-decorator.ts";
export { EventListener, eventMembersOf, isEventListener, OnEvent } from "./decorators/event-listener.ts";
export { HookProvider, hookMembersOf, hooksOfInstance, isHookProvider } from "./decorators/hook-provider.ts";
export { askPerson, HumanInputService } from "./human/human-input.ts";
export { consoleHumanInput, createConsoleHumanInput, type Terminal } from "./human/console-human-input.ts";
export { HttpHumanInput, type HttpHumanInputOptions } from "./human/http-human-input.ts";
export type { HumanInput, HumanQuestion } from "./human/human-input-port.ts";
export { ProgressDisplayService, type ProgressDisplay } from "./human/progress-display.ts";
export { QueuedHumanInput, type OpenQuestion } from "./human/queued-human-input.ts";
export { describeValue, isPlainObject } from "./values.ts";
export { ExecutionBoundary, type BoundaryOwner, type ReadOutput } from "./seams/execution-boundary.ts";
