import { defineHook, HookAborted, type HookDefinition, type ToolCallHookContext } from "@boathook/hooks";
import { instanceLike, readOptions } from "@boathook/kernel";
import { z } from "zod";

/** Which calls a person has to allow, and how they are asked. */
export interface ApprovalOptions {
  /** Absent: every tool. */
  readonly tools?: readonly string[] | undefined;
  /** What the person is asked; by default the tool's name and its arguments. */
  readonly prompt?: ((call: ToolCallHookContext) => string) | undefined;
  /** Milliseconds to wait; past it the call is blocked. Absent: as long as the run lasts. */
  readonly timeoutMs?: number | undefined;
}

const optionsSchema = z.strictObject({
  tools: z.array(z.string()).min(1).optional(),
  prompt: instanceLike<(call: ToolCallHookContext) => string>(
    "a function",
    (value) => typeof value === "function",
  ).optional(),
  timeoutMs: z.number().positive().optional(),
});

/** A person has to type `yes` before such a call runs. Any other answer blocks it, and so does nobody being there. */
export function requireApproval(options: ApprovalOptions = {}): HookDefinition {
  const {
    tools,
    prompt = describeCall,
    timeoutMs,
  } = readOptions(optionsSchema, options, { subject: "requireApproval" });
  return defineHook("pre_tool_call", { tools, onError: "abort", name: "requireApproval" }, async (ctx) => {
    const answer = await ctx.requestHumanInput({
      prompt: prompt(ctx),
      defaultMessage: "Type 'yes' to allow it:",
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
    if (answer.toLowerCase() !== "yes") throw new HookAborted("a person did not allow it", "approval");
  });
}

function describeCall({ toolName, toolInput }: ToolCallHookContext): string {
  return `Allow ${toolName} with ${JSON.stringify(toolInput)}?`;
}
