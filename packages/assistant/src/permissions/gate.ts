import { HookAborted, type OnFunction } from "@boathook/hooks";
import type { ToolPermissionContext } from "@boathook/tools";

import type { PermissionPolicy } from "./decide.ts";

/** Asks the policy about every call of the runtime, behind all rewriting: what it lets through is what runs. It may only say no, or ask. */
export function registerPermissionGate(on: OnFunction, policy: () => PermissionPolicy): { unregister(): boolean } {
  return on("tool_permission", { name: "permissions" }, (ctx) => {
    const { toolName, toolInput, tool } = ctx;
    const { decision, reason } = policy().decide({ toolName, toolInput, access: tool.access });
    if (decision === "deny") throw new HookAborted(reason, "permissions");
    return decision === "ask" ? askPerson(ctx, reason) : undefined;
  });
}

async function askPerson(ctx: ToolPermissionContext, reason: string): Promise<undefined> {
  const prompt = `Allow ${ctx.toolName} with ${JSON.stringify(ctx.toolInput)}? (${reason})`;
  // Where nobody can be asked this throws: the call does not run.
  const answer = await ctx.requestHumanInput({ prompt, defaultMessage: "Type 'yes' to allow it:" });
  if (answer.toLowerCase() !== "yes") throw new HookAborted("a person did not allow it", "permissions");
  return undefined;
}
