export { TaskGraph } from "./task-graph.ts";
export { RunningGraph, type GraphResult } from "./run/running-graph.ts";
export type { TaskResult } from "./run/task-state.ts";
export {
  graphTask,
  type Access,
  type GraphRunOptions,
  type GraphTaskOptions,
  type RetryDelay,
  type TaskGraphOptions,
  type Verify,
} from "./graph/options.ts";
export type { GraphLimits } from "./graph/read-graph.ts";
export { PLAN_LIMITS, taskPlanSchema, type PlanWorkers, type TaskPlan } from "./graph/plan-from-value.ts";
export type { GraphRunStatus, GraphTaskStatus } from "./graph/status.ts";
export type { TaskView } from "./graph/task-view.ts";
export type { DependencyResult, Kickable, TaskFunction, TaskRunContext, Worker } from "./graph/worker.ts";
export { RetryDecision } from "./hooks/decisions.ts";
export type { TaskFailureContext, TaskHookContext, TaskResultContext } from "./hooks/points.ts";
export type { TaskHooks } from "./hooks/task-hooks.ts";
export { taskHooks } from "./hooks/plugin.ts";
export { TaskDataError, TaskGraphError, TaskNotRunError, TaskVerificationError } from "./errors.ts";
export {
  GraphTaskCompletedEvent,
  GraphTaskCreatedEvent,
  GraphTaskFailedEvent,
  GraphTaskProgressEvent,
  GraphTaskSettledEvent,
  GraphTaskStartedEvent,
  TaskGraphCompletedEvent,
  TaskGraphFailedEvent,
  TaskGraphStartedEvent,
} from "./events.ts";
