export { and, or, race, type Condition } from "./definition/condition.ts";
export { Listen, Router, Start, type FlowMethodDecorator, type StartDecorator } from "./definition/decorators.ts";
export { DefinedFlow, defineFlow, type DefineFlowOptions, type FlowMethod } from "./definition/define-flow.ts";
export type { DeclaredFlow, FlowDefinition, MethodDefinition } from "./definition/flow-definition.ts";
export {
  registerFlowAction,
  registerFlowFunction,
  type FlowAction,
  type FlowActionContext,
  type FlowFunction,
  type ReadAction,
} from "./declarative/flow-action.ts";
export type { NamedMethod } from "./definition/read-class.ts";
export type { FlowPlot } from "./plot/plot-flow.ts";
export { compileFlow, type FlowPlan } from "./plan/flow-plan.ts";
export { Flow } from "./flow.ts";
export type { FlowOptions } from "./flow-options.ts";
export { Breather } from "./runtime/breather.ts";
export { FLOW_SEAM, type FlowManners, type FlowSeam } from "./runtime/flow-parts.ts";
export { copyInputs } from "./state/flow-state.ts";
export type { MethodOutput } from "./state/flow-record.ts";
export type { DurableEngine, RunClaim, UnitLog, UnitOutcome } from "./engine/durable-engine.ts";
export type { RunBeginning, RunStatus, RunSummary, RunWrite, StoredRun, StoredUnit } from "./engine/stored-run.ts";
export {
  RunBusyError,
  RunMismatchError,
  RunStoreError,
  StateConflictError,
  UnknownRunError,
  type RunStoreProblem,
} from "./engine/errors.ts";
export { DurableEngineService } from "./engine/durable-engine-service.ts";
export { EmbeddedEngine } from "./engine/embedded-engine.ts";
export { MemoryEngine } from "./engine/memory-engine.ts";
export { SqliteEngine, type SqliteEngineOptions } from "./engine/sqlite/sqlite-engine.ts";
export { Persist, type PersistDecorator, type PersistOptions } from "./durable/persist.ts";
export { registerCodec, type ValueCodec } from "./durable/codec-registry.ts";
export { decodeValue } from "./durable/decode.ts";
export { encodeValue } from "./durable/encode.ts";
export type { HistoryStep } from "./durable/history.ts";
export { secret } from "./durable/secrets.ts";
export { Journal, type JournalBeginning, type RecordedUnit } from "./durable/journal.ts";
export { HumanFeedback, type HumanFeedbackOptions } from "./feedback/human-feedback.ts";
export { HumanFeedbackError, HumanFeedbackPending } from "./feedback/errors.ts";
export type { HumanFeedbackProvider, HumanFeedbackRequest, HumanFeedbackResult } from "./feedback/feedback-types.ts";
export { FlowPaused } from "./feedback/flow-paused.ts";
export type { AskedQuestion, AskOptions } from "./feedback/ask.ts";
export type { FlowKickoffOptions } from "./run/flow-kickoff-options.ts";
export { FlowDefinitionError, MethodCallLimitError } from "./errors.ts";
export {
  FlowCustomEvent,
  FlowFailedEvent,
  FlowFinishedEvent,
  FlowPausedEvent,
  FlowStartedEvent,
  MethodExecutionFailedEvent,
  MethodExecutionFinishedEvent,
  MethodExecutionPausedEvent,
  MethodExecutionStartedEvent,
  MethodStreamChunkEvent,
} from "./events.ts";
export {
  kickoffOptionsShape,
  readKickoffOptions,
  type KickoffOptions,
  type KickoffOptions as RunOptions,
} from "./run/kickoff-options.ts";
export { streamRun, type RunStream, type StartRun } from "./run/run-stream.ts";
export type { StreamFrame } from "./run/stream-frame.ts";
export type { ScopedHooks } from "./run/run-scopes.ts";
export { setRuntimeOf } from "./run/runtime-of.ts";
export { withRun, type OutermostRun, type Run, type RunSetup } from "./run/with-run.ts";
