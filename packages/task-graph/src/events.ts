import { defineEvent, registerEvents } from "@boathook/kernel";

import type { GraphRunStatus, GraphTaskStatus } from "./graph/status.ts";
import type { RetryDecision } from "./hooks/decisions.ts";

/** A graph began to run. */
export class TaskGraphStartedEvent extends defineEvent("task_graph_started")<{
  readonly graph: string;
  readonly tasks: number;
}>() {}
/** Every task of a graph is settled. */
export class TaskGraphCompletedEvent extends defineEvent("task_graph_completed")<{
  readonly graph: string;
  readonly status: GraphRunStatus;
  /** How many tasks ended in which status. */
  readonly counts: Readonly<Partial<Record<GraphTaskStatus, number>>>;
}>() {}
/** A graph could not be run to its end: its store failed. */
export class TaskGraphFailedEvent extends defineEvent("task_graph_failed")<{
  readonly graph: string;
  readonly error: unknown;
}>() {}

/** A task is known to a run that has begun. */
export class GraphTaskCreatedEvent extends defineEvent("graph_task_created")<{
  readonly task: string;
  readonly subject: string;
  readonly dependencies: readonly string[];
}>() {}
/** An attempt at a task began. */
export class GraphTaskStartedEvent extends defineEvent("graph_task_started")<{
  readonly task: string;
  readonly attempt: number;
}>() {}
/** An attempt gave an output. */
export class GraphTaskCompletedEvent extends defineEvent("graph_task_completed")<{
  readonly task: string;
  readonly attempt: number;
  readonly output: unknown;
}>() {}
/** An attempt failed, took too long, or was cancelled; `decision` is what a hook said to that. */
export class GraphTaskFailedEvent extends defineEvent("graph_task_failed")<{
  readonly task: string;
  readonly attempt: number;
  readonly error: unknown;
  readonly decision: RetryDecision | undefined;
}>() {}
/** A task said how far it is. */
export class GraphTaskProgressEvent extends defineEvent("graph_task_progress")<{
  readonly task: string;
  readonly message: string;
  readonly data: unknown;
}>() {}
/** A task stays as it is: once for every task of a run. */
export class GraphTaskSettledEvent extends defineEvent("graph_task_settled")<{
  readonly task: string;
  readonly status: GraphTaskStatus;
  readonly attempts: number;
}>() {}

registerEvents(
  TaskGraphStartedEvent,
  TaskGraphCompletedEvent,
  TaskGraphFailedEvent,
  GraphTaskCreatedEvent,
  GraphTaskStartedEvent,
  GraphTaskCompletedEvent,
  GraphTaskFailedEvent,
  GraphTaskProgressEvent,
  GraphTaskSettledEvent,
);
