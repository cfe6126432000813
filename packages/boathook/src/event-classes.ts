// The class of every event that runs emit.
export { HookDispatchedEvent, HumanInputReceivedEvent, HumanInputRequestedEvent } from "@boathook/hooks";
export { LlmCallCompletedEvent, LlmCallFailedEvent, LlmCallStartedEvent, LlmStreamChunkEvent } from "@boathook/models";
export {
  McpConnectionCompletedEvent,
  McpConnectionFailedEvent,
  McpConnectionStartedEvent,
  ToolFailureDetectedEvent,
  ToolUsageCompletedEvent,
  ToolUsageFailedEvent,
  ToolUsageProgressEvent,
  ToolUsageStartedEvent,
} from "@boathook/tools";
export { SkillActivatedEvent, SkillFileReadEvent, SkillLoadedEvent, SkillLoadFailedEvent } from "@boathook/skills";
export {
  KnowledgeQueryCompletedEvent,
  KnowledgeQueryFailedEvent,
  KnowledgeQueryStartedEvent,
  MemoryQueryCompletedEvent,
  MemoryQueryFailedEvent,
  MemoryQueryStartedEvent,
  MemorySaveCompletedEvent,
  MemorySaveFailedEvent,
  MemorySaveStartedEvent,
} from "@boathook/memory";
export {
  FlowFailedEvent,
  FlowFinishedEvent,
  FlowPausedEvent,
  FlowStartedEvent,
  MethodExecutionFailedEvent,
  MethodExecutionFinishedEvent,
  MethodExecutionPausedEvent,
  MethodExecutionStartedEvent,
} from "@boathook/flow";
export {
  AgentExecutionCompletedEvent,
  AgentExecutionFailedEvent,
  AgentExecutionStartedEvent,
  AgentReasoningCompletedEvent,
  AgentReasoningFailedEvent,
  AgentReasoningStartedEvent,
  CrewKickoffCompletedEvent,
  CrewKickoffFailedEvent,
  CrewKickoffStartedEvent,
  GuardrailCompletedEvent,
  GuardrailStartedEvent,
  KnowledgeSearchQueryCompletedEvent,
  KnowledgeSearchQueryFailedEvent,
  KnowledgeSearchQueryStartedEvent,
  MemoryRetrievalCompletedEvent,
  MemoryRetrievalFailedEvent,
  MemoryRetrievalStartedEvent,
  TaskCompletedEvent,
  TaskFailedEvent,
  PlanStepCompletedEvent,
  PlanStepFailedEvent,
  PlanStepStartedEvent,
  StepObservationCompletedEvent,
  TaskSkippedEvent,
  TaskStartedEvent,
} from "@boathook/crew";
