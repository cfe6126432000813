import type { ExecutionEndContext, ExecutionStartContext, InputContext, OutputContext } from "./contexts/boundary.ts";
import type { Inputs, MaybePromise, Nothing } from "./contexts/common.ts";
import type { LlmCallHookContext, PostLlmCallHookContext } from "./contexts/llm-call.ts";
import type { PostStepContext, PreStepContext } from "./contexts/step.ts";
import type { PostToolCallHookContext, ToolCallHookContext } from "./contexts/tool-call.ts";

/** The ten moments of a run that hooks can watch, rewrite or stop. */
export const InterceptionPoint = {
  EXECUTION_START: "execution_start",
  INPUT: "input",
  OUTPUT: "output",
  EXECUTION_END: "execution_end",
  PRE_MODEL_CALL: "pre_model_call",
  POST_MODEL_CALL: "post_model_call",
  PRE_TOOL_CALL: "pre_tool_call",
  POST_TOOL_CALL: "post_tool_call",
  PRE_STEP: "pre_step",
  POST_STEP: "post_step",
} as const;

/** The wire value of one of the ten. */
export type InterceptionPoint = (typeof InterceptionPoint)[keyof typeof InterceptionPoint];

/** Each point's context, and what a hook there may return. Packages that own further moments add theirs by declaration merging. */
export interface HookPoints {
  execution_start: { context: ExecutionStartContext; result: Inputs | Nothing };
  input: { context: InputContext; result: Inputs | Nothing };
  output: { context: OutputContext; result: unknown };
  execution_end: { context: ExecutionEndContext; result: unknown };
  pre_model_call: { context: LlmCallHookContext; result: boolean | Nothing };
  post_model_call: { context: PostLlmCallHookContext; result: string | Nothing };
  pre_tool_call: { context: ToolCallHookContext; result: boolean | Nothing };
  post_tool_call: { context: PostToolCallHookContext; result: string | Nothing };
  pre_step: { context: PreStepContext; result: unknown };
  post_step: { context: PostStepContext; result: unknown };
}

/** A function that is called at the point `P` with its context. */
export type Hook<P extends keyof HookPoints> = (ctx: HookPoints[P]["context"]) => MaybePromise<HookPoints[P]["result"]>;
