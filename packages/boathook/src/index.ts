// Hooks
export {
  AfterLlmCall,
  afterLlmCall,
  AfterToolCall,
  afterToolCall,
  BeforeLlmCall,
  beforeLlmCall,
  BeforeToolCall,
  beforeToolCall,
  clearAllHooks,
  clearHooks,
  defineHook,
  dispatch,
  getHooks,
  HookProvider,
  InterceptionPoint,
  On,
  on,
  registerHook,
  sanitizeToolName,
  unregisterHook,
  withHookScope,
  type CallPurpose,
  type ClassDecoratorOf,
  type ExecutionEndContext,
  type ExecutionStartContext,
  type Hook,
  type HookDefinition,
  type HookFilters,
  type HookPoints,
  type HookRegistration,
  type HumanInput,
  type InputContext,
  type Inputs,
  type LlmCallHookContext,
  type MaybePromise,
  type MethodDecoratorOf,
  type OutputContext,
  type PointDecorator,
  type PostLlmCallHookContext,
  type PostStepContext,
  type PostToolCallHookContext,
  type PreStepContext,
  type StepContext,
  type ToolCallHookContext,
} from "@boathook/hooks";

// Errors
export {
  BoathookError,
  ConfigurationError,
  ExecutionTimeoutError,
  InvalidInputsError,
  NotSerializableError,
  RunCancelledError,
  type Fault,
} from "@boathook/kernel";
export {
  HookAborted,
  HookRecursionError,
  HookRegistrationError,
  HookTimeoutError,
  HumanInputUnavailableError,
  InvalidHookResultError,
  LlmCallBlockedError,
} from "@boathook/hooks";
export {
  ContextWindowExceededError,
  ModelCallError,
  OutputConversionError,
  ProviderNotInstalledError,
  ToolsUnsupportedError,
} from "@boathook/models";
export { McpConnectionError, ToolExecutionFailedError } from "@boathook/tools";
export { KnowledgeSourceError, MemoryStoreError } from "@boathook/memory";
export {
  FlowDefinitionError,
  MethodCallLimitError,
  RunBusyError,
  RunMismatchError,
  RunStoreError,
  StateConflictError,
  UnknownRunError,
} from "@boathook/flow";
export { DelegationError, GuardrailFailedError, MissingInputError } from "@boathook/crew";

// Models
export {
  BaseLlm,
  costOf,
  llm,
  OfflineModel,
  type ContentPart,
  type LanguageModelLike,
  type Llm,
  type LlmOptions,
  type LlmResponse,
  type Message,
  type ModelPrice,
  type ModelRequest,
  type ModelSource,
  type PriceTable,
  type TokenUsage,
  type ToolCall,
} from "@boathook/models";

// Tools
export {
  askPersonTool,
  fetchUrlTool,
  listFilesTool,
  mcpServer,
  readFileTool,
  searchFilesTool,
  shellTool,
  Tool,
  tool,
  ToolFailure,
  writeFileTool,
  type FailurePolicy,
  type McpServer,
  type McpServerOptions,
  type Schema,
  type ToolContext,
  type ToolOptions,
} from "@boathook/tools";

// Agents, tasks, crews
export {
  Agent,
  ConditionalTask,
  Crew,
  CrewOutput,
  dispatchWork,
  Process,
  Task,
  TaskOutput,
  type AgentConfig,
  type AgentExecutor,
  type AgentOptions,
  type AgentOutput,
  type CrewOptions,
  type CrewTestOptions,
  type CrewTestResult,
  type DelegatedWork,
  type DispatchOptions,
  type DispatchResult,
  type Guardrail,
  type InputFiles,
  type OutputStore,
  type PlanningOptions,
  type ReplayOptions,
  type TaskConfig,
  type TaskOptions,
  type TrainOptions,
} from "@boathook/crew";

// Memory and knowledge
export {
  Knowledge,
  Memory,
  type EmbeddingModelLike,
  type KnowledgeMatch,
  type KnowledgeOptions,
  type KnowledgeSource,
  type MemoryMatch,
  type MemoryOptions,
  type MemoryRecord,
} from "@boathook/memory";

// Crew classes
export {
  AfterKickoff,
  BeforeKickoff,
  CrewBase,
  DefineAgent,
  DefineCrew,
  defineCrew,
  defineCrewFile,
  DefineLlm,
  DefineTask,
  DefineTool,
  inject,
  loadCrew,
  registerFlowAgent,
  registerFlowCrew,
  registerFlowTool,
  type AgentsConfig,
  type CrewBaseOptions,
  type CrewDefinition,
  type CrewFileOptions,
  type CrewParts,
  type LoadCrewOptions,
  type TasksConfig,
} from "@boathook/crew";

// Flows
export {
  and,
  DefinedFlow,
  defineFlow,
  Flow,
  FlowPaused,
  HumanFeedback,
  HumanFeedbackError,
  HumanFeedbackPending,
  Listen,
  MemoryEngine,
  or,
  Persist,
  race,
  registerFlowAction,
  registerFlowFunction,
  registerCodec,
  Router,
  secret,
  SqliteEngine,
  Start,
  type Condition,
  type DeclaredFlow,
  type DefineFlowOptions,
  type DurableEngine,
  type FlowAction,
  type FlowDefinition,
  type FlowMethod,
  type FlowPlot,
  type FlowKickoffOptions,
  type FlowOptions,
  type AskedQuestion,
  type AskOptions,
  type HumanFeedbackOptions,
  type HumanFeedbackProvider,
  type HumanFeedbackRequest,
  type HumanFeedbackResult,
  type KickoffOptions,
  type RunStream,
  type StreamFrame,
} from "@boathook/flow";

// Runtime
export {
  createRuntime,
  defaultRuntime,
  kickoff,
  Tokens,
  type Runtime,
  type RuntimeOptions,
  type RuntimePlugin,
} from "@boathook/crew";
export type { HookListing } from "@boathook/hooks";
export type { Clock, Logger } from "@boathook/kernel";

// Events
export { consoleListener, eventListeners, recordToFile, showOnConsole, type ConsoleOptions } from "@boathook/crew";
export {
  EventRecording,
  RecordingError,
  Replay,
  replayEvents,
  type RecordingOptions,
  type ReplayResult,
} from "@boathook/kernel";
export { EventListener, OnEvent } from "@boathook/hooks";
export { BoathookEvent, eventFromJson, events, type EventClass, type EventStreams } from "@boathook/kernel";
export * from "./event-classes.ts";
