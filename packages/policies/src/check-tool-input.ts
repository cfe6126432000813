import { defineHook, HookAborted, type HookDefinition } from "@boathook/hooks";
import { ConfigurationError } from "@boathook/kernel";
import { isStandardSchema, validateOutput } from "@boathook/models";

/** Any Standard Schema, e.g. zod's. */
type InputSchema = Parameters<typeof validateOutput>[0];

/** Blocks calls of the tool whose arguments do not fit the schema: a rule beside the tool's own, e.g. "never above 100". The model reads what is wrong. */
export function checkToolInput(tool: string, schema: InputSchema): HookDefinition {
  if (!isStandardSchema(schema)) {
    throw new ConfigurationError([{ path: "schema", message: "expected a schema (zod, or any Standard Schema)" }], {
      subject: "checkToolInput",
    });
  }
  return defineHook(
    "pre_tool_call",
    { tools: [tool], strict: true, onError: "abort", name: "checkToolInput" },
    async ({ toolInput }) => {
      const checked = await validateOutput(schema, toolInput);
      if (!checked.ok) throw new HookAborted(checked.error, "check-tool-input");
    },
  );
}
