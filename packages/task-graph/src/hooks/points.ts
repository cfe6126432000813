import { defineHookPoint, describeValue, type Reducer, type RunRefs } from "@boathook/hooks";
import { BoathookError } from "@boathook/kernel";

import type { TaskView } from "../graph/task-view.ts";
import { readDecision, type RetryDecision } from "./decisions.ts";

/** What a task hook knows. */
export interface TaskHookContext extends RunRefs {
  readonly task: TaskView;
  /** From 1. */
  readonly attempt: number;
  /** Who does the task: the worker's name, when it has one. */
  readonly executor: string | undefined;
}

/** An attempt gave a result. */
export interface TaskResultContext extends TaskHookContext {
  readonly result: unknown;
}

/** An attempt failed, or took too long. */
export interface TaskFailureContext extends TaskHookContext {
  readonly error: unknown;
  /** What the first hook that answered decided. */
  decision: RetryDecision | undefined;
}

declare module "@boathook/hooks" {
  interface HookPoints {
    /** An attempt is about to begin; an abort fails it. */
    task_before_execute: { context: TaskHookContext; result: void };
    /** An attempt gave a result; an abort fails it after all. */
    task_after_execute: { context: TaskResultContext; result: void };
    /** An attempt failed: the first decision counts. */
    task_failure: { context: TaskFailureContext; result: RetryDecision | void };
    /** An attempt took longer than its limit: the first decision counts. */
    task_timeout: { context: TaskFailureContext; result: RetryDecision | void };
    /** A running task was cancelled. */
    task_cancelled: { context: TaskHookContext; result: void };
  }
}

const watches: Reducer = () => false;

/** The first decision counts; later hooks still run, and find it in the context. */
const decides: Reducer = (context, returned) => {
  if (returned === undefined || returned === null) return false;
  const decision = readDecision(returned);
  if (decision === undefined) {
    const expected = "RetryDecision.Retry({ delaySecs }), .Skip(), .Fail(), or nothing";
    throw new BoathookError(`A task hook answered with ${describeValue(returned)}, where ${expected} is expected.`, {
      code: "invalid_hook_result",
    });
  }
  if (context.decision !== undefined) return false;
  context.decision = decision;
  return true;
};

for (const name of ["task_before_execute", "task_after_execute", "task_cancelled"]) {
  defineHookPoint(name, { reduce: watches, replaces: undefined, content: "task", filters: [], dialect: "task" });
}
for (const name of ["task_failure", "task_timeout"]) {
  defineHookPoint(name, { reduce: decides, replaces: undefined, content: "decision", filters: [], dialect: "task" });
}

/** The point of each method of `TaskHooks`, and what of its context the method gets beside it. */
export const MOMENTS = {
  beforeExecute: { point: "task_before_execute", reads: undefined },
  afterExecute: { point: "task_after_execute", reads: "result" },
  onFailure: { point: "task_failure", reads: "error" },
  onTimeout: { point: "task_timeout", reads: "error" },
  onCancelled: { point: "task_cancelled", reads: undefined },
} as const;
