import { defineHook, HookAborted, sanitizeToolName, type HookDefinition } from "@boathook/hooks";
import { readOptions } from "@boathook/kernel";
import { z } from "zod";

const names = z
  .array(z.string().refine((name) => sanitizeToolName(name) !== "", "nothing of this is left as a tool's name"))
  .min(1);

/** Blocks every call of the named tools, in any spelling; the model reads the reason and goes on. */
export function denyTools(tools: readonly string[], reason = "this tool is not allowed"): HookDefinition {
  const denied = readOptions(names, tools, { subject: "denyTools" });
  return defineHook("pre_tool_call", { tools: denied, onError: "abort", name: "denyTools" }, () => {
    throw new HookAborted(reason, "deny-tools");
  });
}

/** Blocks every call but those of the named tools. */
export function allowTools(
  tools: readonly string[],
  reason = "only some tools are allowed, and this is none of them",
): HookDefinition {
  const allowed = new Set(readOptions(names, tools, { subject: "allowTools" }).map(sanitizeToolName));
  return defineHook("pre_tool_call", { onError: "abort", name: "allowTools" }, ({ toolName }) => {
    if (!allowed.has(sanitizeToolName(toolName))) throw new HookAborted(reason, "allow-tools");
  });
}
