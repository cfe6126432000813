import { HookAborted, type HookDefinition } from "@boathook/hooks";
import { instanceLike, readOptions } from "@boathook/kernel";
import type { ToolPermissionContext } from "@boathook/tools";
import { z } from "zod";

import { permissionGate } from "./permission-gate.ts";
import { toolNames } from "./tool-names.ts";

/** Which calls a person has to allow, and how they are asked. */
export interface ApprovalOptions {
  /** Absent: every tool. */
  readonly tools?: readonly string[] | undefined;
  /** What the person is asked; by default the tool's name and its arguments. */
  readonly prompt?: ((call: ToolPermissionContext) => string) | undefined;
  /** Milliseconds to wait; past it the call is blocked. Absent: as long as the run lasts. */
  readonly timeoutMs?: number | undefined;
}

const optionsSchema = z.strictObject({
  tools: toolNames.optional(),
  prompt: instanceLike<(call: ToolPermissionContext) => string>(
    "a function",
    (value) => typeof value === "function",
  ).optional(),
  timeoutMs: z.number().positive().optional(),
});

/**
 * A person has to type `yes` before such a call runs. Any other answer blocks it, and so does nobody being there. They are asked about the
 * arguments that the tool gets, after all rewriting.
 */
export function requireApproval(options: ApprovalOptions = {}): HookDefinition {
  const read = readOptions(optionsSchema, options, { subject: "requireApproval" });
  const { tools, prompt = describeCall, timeoutMs } = read;
  return permissionGate("requireApproval", tools, async (call) => {
    const answer = await call.requestHumanInput({
      prompt: prompt(call),
      defaultMessage: "Type 'yes' to allow it:",
      timeoutMs,
    });
    if (answer.toLowerCase() !== "yes") throw new HookAborted("a person did not allow it", "approval");
  });
}

function describeCall({ toolName, toolInput, agentRole }: ToolPermissionContext): string {
  const who = agentRole === undefined ? "" : ` for ${agentRole}`;
  return `Allow ${toolName}${who} with ${JSON.stringify(toolInput)}?`;
}
