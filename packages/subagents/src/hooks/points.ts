import { defineHookPoint, describeValue, type Reducer, type RunRefs } from "@boathook/hooks";
import { BoathookError } from "@boathook/kernel";

import type { SubagentResult } from "../dispatch/result.ts";
import type { ExecutionMode } from "../mode.ts";
import { readDecision, type SubagentRetryDecision } from "./decisions.ts";

/** What a subagent hook knows. */
export interface SubagentHookContext extends RunRefs {
  /** The role of the agent that asked; undefined: a program did. */
  readonly parentAgent: string | undefined;
  readonly subagentName: string;
  readonly executionMode: ExecutionMode;
  readonly task: string;
  /** From 1, over all subagents that the task was given to. */
  readonly attempt: number;
}

/** An attempt gave an answer. */
export interface SubagentResultContext extends SubagentHookContext {
  readonly result: SubagentResult;
}

/** An attempt failed. */
export interface SubagentFailureContext extends SubagentHookContext {
  readonly error: unknown;
  /** What the first hook that answered decided. */
  decision: SubagentRetryDecision | undefined;
}

declare module "@boathook/hooks" {
  interface HookPoints {
    /** An attempt is about to begin; an abort stops the dispatch, and whoever asked. */
    subagent_before_dispatch: { context: SubagentHookContext; result: void };
    /** An attempt gave an answer. */
    subagent_after_dispatch: { context: SubagentResultContext; result: void };
    /** An attempt failed: the first decision counts. */
    subagent_failure: { context: SubagentFailureContext; result: SubagentRetryDecision | void };
    /** A subagent at work was cancelled. */
    subagent_cancelled: { context: SubagentHookContext; result: void };
  }
}

const watches: Reducer = () => false;

/** The first decision counts; later hooks still run, and find it in the context. */
const decides: Reducer = (context, returned) => {
  if (returned === undefined || returned === null) return false;
  const decision = readDecision(returned);
  if (decision === undefined) {
    const expected = "SubagentRetryDecision.Retry({ delaySecs }), .Delegate({ alternativeAgent }), .Fail(), or nothing";
    throw new BoathookError(
      `A subagent hook answered with ${describeValue(returned)}, where ${expected} is expected.`,
      {
        code: "invalid_hook_result",
      },
    );
  }
  if (context.decision !== undefined) return false;
  context.decision = decision;
  return true;
};

for (const name of ["subagent_before_dispatch", "subagent_after_dispatch", "subagent_cancelled"]) {
  defineHookPoint(name, { reduce: watches, replaces: undefined, content: "task", filters: [], dialect: "subagent" });
}
defineHookPoint("subagent_failure", {
  ...{ reduce: decides, replaces: undefined, content: "decision" },
  ...{ filters: [], dialect: "subagent" },
});

/** The point of each method of `SubagentHooks`, and what of its context the method gets beside it. */
export const MOMENTS = {
  beforeDispatch: { point: "subagent_before_dispatch", reads: undefined },
  afterDispatch: { point: "subagent_after_dispatch", reads: "result" },
  onFailure: { point: "subagent_failure", reads: "error" },
  onCancelled: { point: "subagent_cancelled", reads: undefined },
} as const;
