import * as boathook from "boathook";
import { describe, expect, it } from "@jest/globals";

describe("what one imports from boathook", () => {
  it("is this list, and nothing else", () => {
    expect(Object.keys(boathook).sort()).toEqual(
      [...HOOKS, ...ERRORS, ...MODELS, ...TOOLS, ...CREWS, ...MEMORY, ...FLOWS, ...RUNTIME, ...EVENTS].sort(),
    );
  });
});

const HOOKS = names(
  "On BeforeLlmCall AfterLlmCall BeforeToolCall AfterToolCall HookProvider on beforeLlmCall afterLlmCall beforeToolCall afterToolCall",
  "InterceptionPoint defineHook registerHook unregisterHook getHooks clearHooks clearAllHooks dispatch withHookScope sanitizeToolName",
);
const ERRORS = names(
  "BoathookError HookAborted LlmCallBlockedError HumanInputUnavailableError InvalidHookResultError HookRegistrationError",
  "HookRecursionError HookTimeoutError ConfigurationError InvalidInputsError ExecutionTimeoutError RunCancelledError",
  "NotSerializableError ModelCallError ContextWindowExceededError ProviderNotInstalledError ToolsUnsupportedError OutputConversionError DelegationError",
  "MemoryStoreError KnowledgeSourceError McpConnectionError ToolExecutionFailedError GuardrailFailedError MissingInputError FlowDefinitionError MethodCallLimitError UnknownRunError",
  "RunBusyError RunMismatchError RunStoreError StateConflictError",
);
const MODELS = names("BaseLlm OfflineModel costOf llm");
const TOOLS = names(
  "Tool ToolFailure tool readFileTool writeFileTool listFilesTool searchFilesTool fetchUrlTool shellTool askPersonTool mcpServer",
);
const CREWS = names(
  "Agent Task ConditionalTask Crew dispatchWork Process TaskOutput CrewOutput",
  "CrewBase DefineAgent DefineTask DefineCrew DefineTool DefineLlm BeforeKickoff AfterKickoff defineCrew defineCrewFile loadCrew inject",
);
const MEMORY = names("Memory Knowledge");
const RUNTIME = names("createRuntime defaultRuntime kickoff Tokens");
const FLOWS = names(
  "FlowPaused HumanFeedback HumanFeedbackError HumanFeedbackPending",
  "Flow DefinedFlow defineFlow registerFlowAction registerFlowAgent registerFlowCrew registerFlowFunction registerFlowTool Start Listen Router or and race",
  "MemoryEngine SqliteEngine Persist registerCodec secret",
);
const EVENTS = names(
  "BoathookEvent events eventFromJson EventListener OnEvent eventListeners EventRecording RecordingError Replay replayEvents recordToFile consoleListener showOnConsole",
  "HookDispatchedEvent HumanInputRequestedEvent HumanInputReceivedEvent",
  "LlmCallStartedEvent LlmCallCompletedEvent LlmCallFailedEvent LlmStreamChunkEvent",
  "ToolUsageStartedEvent ToolUsageCompletedEvent ToolUsageFailedEvent ToolUsageProgressEvent ToolFailureDetectedEvent",
  "McpConnectionStartedEvent McpConnectionCompletedEvent McpConnectionFailedEvent",
  "SkillLoadedEvent SkillLoadFailedEvent SkillActivatedEvent SkillFileReadEvent",
  "CrewKickoffStartedEvent CrewKickoffCompletedEvent CrewKickoffFailedEvent",
  "TaskStartedEvent TaskCompletedEvent TaskFailedEvent TaskSkippedEvent GuardrailStartedEvent GuardrailCompletedEvent",
  "AgentExecutionStartedEvent AgentExecutionCompletedEvent AgentExecutionFailedEvent",
  "AgentReasoningStartedEvent AgentReasoningCompletedEvent AgentReasoningFailedEvent",
  "PlanStepStartedEvent PlanStepCompletedEvent PlanStepFailedEvent StepObservationCompletedEvent",
  "MemorySaveStartedEvent MemorySaveCompletedEvent MemorySaveFailedEvent",
  "MemoryQueryStartedEvent MemoryQueryCompletedEvent MemoryQueryFailedEvent",
  "MemoryRetrievalStartedEvent MemoryRetrievalCompletedEvent MemoryRetrievalFailedEvent",
  "KnowledgeQueryStartedEvent KnowledgeQueryCompletedEvent KnowledgeQueryFailedEvent",
  "KnowledgeSearchQueryStartedEvent KnowledgeSearchQueryCompletedEvent KnowledgeSearchQueryFailedEvent",
  "FlowStartedEvent FlowFinishedEvent FlowFailedEvent FlowPausedEvent",
  "MethodExecutionStartedEvent MethodExecutionFinishedEvent MethodExecutionFailedEvent MethodExecutionPausedEvent",
);

function names(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(" "));
}
