export { BoathookError, describeError, type ErrorDescription } from "./errors/boathook-error.ts";
export { ConfigurationError, formatFault, InvalidInputsError, type Fault } from "./errors/configuration-error.ts";
export { errorMessage, isError } from "./errors/is-error.ts";
export { ExecutionTimeoutError, NotSerializableError, RunCancelledError } from "./errors/run-errors.ts";
export { suggestName } from "./errors/suggest.ts";
export { ClockService, systemClock, type Clock } from "./time/clock.ts";
export { startTimer } from "./time/timer.ts";
export { withDeadline, type DeadlineOptions } from "./time/deadline.ts";
export { graceAfter } from "./time/grace.ts";
export {
  cancellationOf,
  linkSignals,
  NEVER_ABORTED,
  raceSignal,
  throwIfCancelled,
  whenAborted,
  type LinkedController,
} from "./time/signals.ts";
export { defaultServices, serviceKey, type ServiceKey, type ServiceSource } from "./services.ts";
export { IdGeneratorService } from "./id-generator.ts";
export { executionFor, newId } from "./execution.ts";
export { log } from "./log.ts";
export { LoggerService, stderrLogger, type Logger } from "./logger.ts";
export { DetachedWork, DetachedWorkService } from "./detached-work.ts";
export { leaveRunning, waitUntilStopped, type StoppedWork } from "./stopped-work.ts";
export { isPromiseLike } from "./is-promise-like.ts";
export {
  childFrame,
  currentFrame,
  isRootFrame,
  runInFrame,
  service,
  type Execution,
  type Frame,
  type FrameSlots,
} from "./frame.ts";
export { RunEnd } from "./run-end.ts";
export { NO_NAMES, type FrameNames } from "./frame-names.ts";
export {
  BoathookEvent,
  defineEvent,
  type EventClass,
  type EventConstructor,
  type EventFields,
  type EventMeta,
} from "./events/event.ts";
export { EventChannel, type EventStreams, type SubscriberError } from "./events/event-channel.ts";
export { events } from "./events/events.ts";
export { closeSpan, emit, isWatched, openSpan, type Emittable, type Span } from "./events/emit.ts";
export { EventFormatError, eventFromJson, registerEvents, type ReadableEventClass } from "./events/event-json.ts";
export { EventRecording, type RecordingOptions } from "./events/recording/event-recording.ts";
export { RecordingError } from "./events/recording/recording-errors.ts";
export { Replay, replayEvents, type ReplayResult } from "./events/recording/replay.ts";
export { toRedactedJson } from "./events/redacted-json.ts";
export { readSourceText, type SourcePlace, type SourceText } from "./source/source-text.ts";
export type { SourcePath } from "./source/source-tree.ts";
export { processWide } from "./process-wide.ts";
export { DEFAULT_REDACTION, redactText, REDACTED, RedactionService, type Redaction } from "./events/redaction.ts";
export {
  processRuntimeHandle,
  RUNTIME,
  runsOn,
  setProcessRuntime,
  type RuntimeHandle,
  type RuntimeParts,
} from "./runtime-handle.ts";
export { faultsOf, instanceLike, joinPath, readOptions, type ReadAt } from "./options/read-options.ts";
