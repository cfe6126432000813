import { HookAborted, type HookDefinition } from "@boathook/hooks";
import { ConfigurationError, readOptions } from "@boathook/kernel";
import { isStandardSchema, validateOutput } from "@boathook/models";

import { permissionGate } from "./permission-gate.ts";
import { toolNames } from "./tool-names.ts";

/** Any Standard Schema, e.g. zod's. */
type InputSchema = Parameters<typeof validateOutput>[0];

/**
 * Blocks calls of the tool whose arguments do not fit the schema: a rule beside the tool's own, e.g. "never above 100". It reads what the tool
 * would get, after all rewriting; the model is told what is wrong.
 */
export function checkToolInput(tool: string, schema: InputSchema): HookDefinition {
  const tools = readOptions(toolNames, [tool], { subject: "checkToolInput", path: "tool" });
  if (!isStandardSchema(schema)) {
    throw new ConfigurationError([{ path: "schema", message: "expected a schema (zod, or any Standard Schema)" }], {
      subject: "checkToolInput",
    });
  }
  return permissionGate("checkToolInput", tools, async ({ toolInput }) => {
    const checked = await validateOutput(schema, toolInput);
    if (!checked.ok) throw new HookAborted(checked.error, "check-tool-input");
  });
}
