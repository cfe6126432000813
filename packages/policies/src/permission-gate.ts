import { defineHook, type HookDefinition, type MaybePromise } from "@boathook/hooks";
import "@boathook/tools"; // declares the point
import type { ToolPermissionContext } from "@boathook/tools";

import { oncePerCall } from "./once-per-call.ts";

/**
 * A hook at the last gate before a tool runs, where hooks have rewritten the arguments and the tool's schema has read them: what it lets
 * through is, to the byte, what runs. To say no it throws.
 */
export function permissionGate(
  name: string,
  tools: readonly string[] | undefined,
  ask: (call: ToolPermissionContext) => MaybePromise<void>,
): HookDefinition {
  return defineHook("tool_permission", { name, tools, onError: "abort" }, oncePerCall(ask));
}
