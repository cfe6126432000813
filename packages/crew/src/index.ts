// What this package adds to hook contexts; written so that it stays in the published types.
import "./refs.ts";

export { Agent } from "./agent/agent.ts";
export type { AgentConfig, AgentOptions } from "./agent/agent-options.ts";
export type { AgentExecutor } from "./agent/agent-executor.ts";
export type { AgentOutput } from "./agent/run-agent-alone.ts";
export { DefaultModelService } from "./agent/default-model.ts";
export { Task } from "./task/task.ts";
export type { Guardrail, GuardrailVerdict, TaskConfig, TaskOptions } from "./task/task-options.ts";
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
