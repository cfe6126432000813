import { defineHook, HookAborted, sanitizeToolName, type HookDefinition } from "@boathook/hooks";
import { readOptions } from "@boathook/kernel";
import { z } from "zod";

import { toolNames } from "./tool-names.ts";

const reasonSchema = z.string().min(1);

/** Blocks every call of the named tools, in any spelling; the model reads the reason and goes on. */
export function denyTools(tools: readonly string[], reason = "this tool is not allowed"): HookDefinition {
  const denied = readOptions(toolNames, tools, { subject: "denyTools", path: "tools" });
  const said = readOptions(reasonSchema, reason, { subject: "denyTools", path: "reason" });
  return defineHook("pre_tool_call", { tools: denied, onError: "abort", name: "denyTools" }, () => {
    throw new HookAborted(said, "deny-tools");
  });
}

/** Blocks every call but those of the named tools. Of several tools with one name, each counts by the numbered name that models are shown. */
export function allowTools(
  tools: readonly string[],
  reason = "only some tools are allowed, and this is none of them",
): HookDefinition {
  const allowed = new Set(
    readOptions(toolNames, tools, { subject: "allowTools", path: "tools" }).map(sanitizeToolName),
  );
  const said = readOptions(reasonSchema, reason, { subject: "allowTools", path: "reason" });
  return defineHook("pre_tool_call", { onError: "abort", name: "allowTools" }, ({ toolName }) => {
    if (!allowed.has(toolName)) throw new HookAborted(said, "allow-tools");
  });
}
