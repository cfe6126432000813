import { errorMessage, log } from "@boathook/kernel";
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import type { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";

import type { McpSdk } from "./sdk.ts";

type Input = Record<string, unknown>;
type JsonSchema = Readonly<Record<string, unknown>>;
type Validator = ReturnType<AjvJsonSchemaValidator["getValidator"]>;

/** A server's JSON Schema as the schema of a tool's input: what a model wrote is checked before it is sent. */
export function inputSchemaOf(
  schema: JsonSchema,
  toolName: string,
  sdk: McpSdk,
): StandardSchemaV1<Input, Input> & StandardJSONSchemaV1<Input, Input> {
  let validator: Validator | undefined;
  const json = (): Record<string, unknown> => ({ ...schema });
  return {
    "~standard": {
      version: 1,
      vendor: "boathook-mcp",
      jsonSchema: { input: json, output: json },
      validate: (value) => {
        const read = (validator ??= compile(schema, toolName, sdk))(value);
        return read.valid ? { value: value as Input } : { issues: [{ message: read.errorMessage }] }; // its root is an object
      },
    },
  };
}

/** A schema that cannot be used is the server's fault, not the model's: the server itself decides then. */
function compile(schema: JsonSchema, toolName: string, sdk: McpSdk): Validator {
  try {
    return new sdk.AjvJsonSchemaValidator().getValidator(checkable(schema) as JsonSchema);
  } catch (error) {
    log("warn", { tool: toolName, error: errorMessage(error) }, "an MCP tool's input schema cannot be checked here");
    return (input) => ({ valid: true, data: input as never, errorMessage: undefined });
  }
}

/** Names of schemas could collide or lead elsewhere; a pattern from outside could take for ever on a text. The server checks those itself. */
const LEFT_OUT = new Set(["$id", "$schema", "pattern", "patternProperties", "format"]);

function checkable(node: unknown, isMap = false): unknown {
  if (Array.isArray(node)) return node.map((item) => checkable(item));
  if (typeof node !== "object" || node === null) return node;
  const kept = Object.entries(node).filter(([key]) => isMap || !LEFT_OUT.has(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [key, LITERAL.has(key) && !isMap ? value : checkable(value, MAPS.has(key) && !isMap)]),
  );
}

/** Keywords whose keys are names of the author's, not keywords. */
const MAPS = new Set(["properties", "definitions", "$defs", "dependentSchemas"]);
const LITERAL = new Set(["const", "enum", "default", "examples", "required"]);
