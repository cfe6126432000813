import { HookAborted, type OnFunction } from "@boathook/hooks";
import { currentFrame, service } from "@boathook/kernel";
import { SkillHooksService, type SkillEventInput } from "@boathook/skill-hooks";
import type { ToolPermissionContext } from "@boathook/tools";

import type { PermissionPolicy } from "./decide.ts";

/** Asks the policy about every call of the runtime, behind all rewriting: what it lets through is what runs. It may only say no, or ask. */
export function registerPermissionGate(on: OnFunction, policy: () => PermissionPolicy): { unregister(): boolean } {
  return on("tool_permission", { name: "permissions" }, (ctx) => {
    const { toolName, toolInput, tool } = ctx;
    const { decision, reason } = policy().decide({ toolName, toolInput, access: tool.access });
    if (decision === "deny") return refuse(ctx, reason);
    return decision === "ask" ? ask(ctx, reason) : undefined;
  });
}

/** Hooks at PermissionRequest may answer in a person's place; they are asked only where no rule denies. */
async function ask(ctx: ToolPermissionContext, reason: string): Promise<undefined> {
  const hooks = service(SkillHooksService);
  const input = inputOf(ctx);
  const answer = hooks.wants("PermissionRequest", input) ? await hooks.run("PermissionRequest", input) : undefined;
  if (answer?.decision === "allow") return undefined;
  if (answer?.decision === "deny") return refuse(ctx, answer.reason ?? "a skill hook said no");
  const prompt = `Allow ${ctx.toolName} with ${JSON.stringify(ctx.toolInput)}? (${reason})`;
  // Where nobody can be asked this throws: the call does not run.
  const said = await ctx.requestHumanInput({ prompt, defaultMessage: "Type 'yes' to allow it:" });
  return said.toLowerCase() === "yes" ? undefined : refuse(ctx, "a person did not allow it");
}

async function refuse(ctx: ToolPermissionContext, reason: string): Promise<undefined> {
  const hooks = service(SkillHooksService);
  const input = { ...inputOf(ctx), denialReason: reason };
  if (hooks.wants("PermissionDenied", input)) await hooks.run("PermissionDenied", input);
  throw new HookAborted(reason, "permissions");
}

function inputOf({ executionId, agentRole, toolName, toolInput, toolCallId }: ToolPermissionContext): SkillEventInput {
  const { skillSession } = currentFrame();
  return { sessionId: executionId, agentName: agentRole, ...skillSession, toolName, toolInput, toolUseId: toolCallId };
}
