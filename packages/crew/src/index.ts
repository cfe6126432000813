// What this package adds to hook contexts; written so that it stays in the published types.
import "./refs.ts";
// How outputs are kept in records of runs.
import "./output/codecs.ts";
// What declared flows can do with crews and agents.
import "./flow-actions/worker-actions.ts";

export { Agent } from "./agent/agent.ts";
export type { AgentConfig, AgentOptions } from "./agent/agent-options.ts";
export type { AgentExecutor } from "./agent/agent-executor.ts";
export type { AgentOutput } from "./agent/run-agent-alone.ts";
export type { PlanningOptions } from "./agent/planning/planning-options.ts";
export {
  AgentReasoningCompletedEvent,
  AgentReasoningFailedEvent,
  AgentReasoningStartedEvent,
  PlanStepCompletedEvent,
  PlanStepFailedEvent,
  PlanStepStartedEvent,
  StepObservationCompletedEvent,
} from "./agent/planning/events.ts";
export { DefaultModelService } from "./agent/default-model.ts";
export { Task } from "./task/task.ts";
export { ConditionalTask, type TaskCondition } from "./task/conditional-task.ts";
export type { Guardrail, GuardrailFunction, GuardrailVerdict } from "./task/guardrail.ts";
export type { TaskConfig, TaskOptions } from "./task/task-options.ts";
export { DelegationError, type DelegationProblem } from "./delegation/delegation-error.ts";
export {
  DispatchService,
  dispatchWork,
  type DelegatedWork,
  type Dispatch,
  type DispatchLimits,
  type DispatchOptions,
  type DispatchResult,
} from "./delegation/dispatch.ts";
export { Crew } from "./crew/crew.ts";
export {
  Process,
  type AfterKickoffCallback,
  type BeforeKickoffCallback,
  type CrewOptions,
} from "./crew/crew-options.ts";
export type { ForEachOptions } from "./crew/kickoff-for-each.ts";
export { TaskOutput, type OutputFormat, type TaskOutputFields } from "./output/task-output.ts";
export { CrewOutput, type CrewOutputFields } from "./output/crew-output.ts";
export type { InputFiles } from "./files/input-files.ts";
export type { ReplayOptions } from "./crew/replay-crew.ts";
export type { CrewTestOptions, CrewTestResult, TaskScores } from "./crew/test-crew.ts";
export type { TrainOptions } from "./training/train-crew.ts";
export type { Trained } from "./training/trained-file.ts";
export type { KeepOutput, OutputStore, RunRecord, StoredRun } from "./outputs/output-store.ts";
export { FileOutputStore } from "./outputs/file-output-store.ts";
export { GuardrailFailedError } from "./errors.ts";
export {
  AgentExecutionCompletedEvent,
  AgentExecutionFailedEvent,
  AgentExecutionStartedEvent,
  CrewKickoffCompletedEvent,
  CrewKickoffFailedEvent,
  CrewKickoffStartedEvent,
  GuardrailCompletedEvent,
  GuardrailStartedEvent,
  TaskCompletedEvent,
  TaskFailedEvent,
  TaskSkippedEvent,
  TaskStartedEvent,
} from "./events.ts";
export type { RecollectionOptions } from "./memory/memory-options.ts";
export type { ResetKind } from "./memory/reset-memories.ts";
export {
  KnowledgeSearchQueryCompletedEvent,
  KnowledgeSearchQueryFailedEvent,
  KnowledgeSearchQueryStartedEvent,
  MemoryRetrievalCompletedEvent,
  MemoryRetrievalFailedEvent,
  MemoryRetrievalStartedEvent,
} from "./memory/events.ts";
export { inject } from "inversify";
export { MissingInputError } from "./text/missing-input-error.ts";
export {
  AfterKickoff,
  BeforeKickoff,
  DefineAgent,
  DefineCrew,
  DefineLlm,
  DefineTask,
  DefineTool,
  type CallbackDecorator,
  type FactoryDecorator,
} from "./declare/decorators.ts";
export { CrewBase, type CrewBaseOptions } from "./declare/crew-base.ts";
export type { AgentsConfig, TasksConfig } from "./declare/configs.ts";
export {
  defineCrew,
  type CrewDefinition,
  type CrewParts,
  type DefineCrewOptions,
  type PartFactory,
} from "./declare/define-crew.ts";
export { defineCrewFile, type CrewFileOptions } from "./declare/define-crew-file.ts";
export { loadCrew, type LoadCrewOptions } from "./runtime/load-crew.ts";
export {
  registerFlowAgent,
  registerFlowCrew,
  registerFlowTool,
  type FlowWorker,
} from "./flow-actions/named-workers.ts";
export { eventListeners, type ListenerClass } from "./runtime/event-listeners.ts";
export { checkConstructible, construct } from "./declare/construct.ts";
export { showOnConsole, type ConsoleOptions } from "./console/console-listener.ts";
export { consoleListener } from "./runtime/console-plugin.ts";
export type { ScreenOutput } from "./console/screen.ts";
export { recordToFile } from "./runtime/record-to-file.ts";
export { createRuntime, defaultRuntime, kickoff } from "./runtime/create-runtime.ts";
export type { Runtime, RuntimeHooks, RuntimeOptions, RuntimePlugin } from "./runtime/runtime.ts";
export { RuntimeClosedError, RuntimeCloseError } from "./runtime/errors.ts";
export { RunTokens, serviceToken, Tokens } from "./runtime/tokens.ts";
