import { defineEvent, registerEvents } from "@boathook/kernel";
import type { TokenUsage } from "@boathook/models";

import type { CrewOutput } from "./output/crew-output.ts";
import type { TaskOutput } from "./output/task-output.ts";

/** A crew has begun, with the inputs that hooks and callbacks left. */
export class CrewKickoffStartedEvent extends defineEvent("crew_kickoff_started")<{
  readonly inputs: Record<string, unknown>;
}>() {}
/** A crew is done. */
export class CrewKickoffCompletedEvent extends defineEvent("crew_kickoff_completed")<{
  readonly output: CrewOutput;
  readonly usage: TokenUsage;
}>() {}
/** A crew failed, or a hook stopped it. */
export class CrewKickoffFailedEvent extends defineEvent("crew_kickoff_failed")<{ readonly error: unknown }>() {}

/** A task has begun; `context` is what earlier tasks gave, before PRE_STEP hooks. */
export class TaskStartedEvent extends defineEvent("task_started")<{ readonly context: string }>() {}
/** A task is done. */
export class TaskCompletedEvent extends defineEvent("task_completed")<{ readonly output: TaskOutput }>() {}
/** A task failed, or a hook stopped it. */
export class TaskFailedEvent extends defineEvent("task_failed")<{ readonly error: unknown }>() {}
/** A conditional task was not needed. */
export class TaskSkippedEvent extends defineEvent("task_skipped")<{ readonly reason: string }>() {}

/** An agent begins an attempt at its work, with these tools. */
export class AgentExecutionStartedEvent extends defineEvent("agent_execution_started")<{
  readonly tools: readonly string[];
}>() {}
/** An agent's attempt gave an answer. */
export class AgentExecutionCompletedEvent extends defineEvent("agent_execution_completed")<{
  readonly output: string;
}>() {}
/** An agent's attempt failed. */
export class AgentExecutionFailedEvent extends defineEvent("agent_execution_failed")<{ readonly error: unknown }>() {}

/** A task's output is being judged. */
export class GuardrailStartedEvent extends defineEvent("guardrail_started")<{
  readonly guardrail: string;
  readonly attempt: number;
}>() {}
/** A task's output was judged. */
export class GuardrailCompletedEvent extends defineEvent("guardrail_completed")<{
  readonly ok: boolean;
  readonly error: string | undefined;
}>() {}

registerEvents(
  CrewKickoffStartedEvent,
  CrewKickoffCompletedEvent,
  CrewKickoffFailedEvent,
  TaskStartedEvent,
  TaskCompletedEvent,
  TaskFailedEvent,
  TaskSkippedEvent,
  AgentExecutionStartedEvent,
  AgentExecutionCompletedEvent,
  AgentExecutionFailedEvent,
  GuardrailStartedEvent,
  GuardrailCompletedEvent,
);
