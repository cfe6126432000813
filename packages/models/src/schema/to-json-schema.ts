import { ConfigurationError, errorMessage } from "@boathook/kernel";
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { z } from "zod";

const known = new WeakMap<object, object>();

/**
 * The JSON Schema (draft 7) of what a model has to write for this schema; made once per schema. The one place that does it. A schema that
 * gives none, or holds something JSON cannot say, is a `ConfigurationError`.
 */
export function toJsonSchema(schema: StandardSchemaV1): object {
  const cached = known.get(schema);
  if (cached !== undefined) return cached;
  const made = closeObjects(make(schema));
  known.set(schema, made);
  return made;
}

/** True for anything that follows Standard Schema. */
export function isStandardSchema(value: unknown): value is StandardSchemaV1 {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return false;
  const standard = (value as { "~standard"?: unknown })["~standard"] as { validate?: unknown } | null | undefined; // only looked at
  return typeof standard?.validate === "function";
}

function make(schema: StandardSchemaV1): Record<string, unknown> {
  try {
    if (givesJsonSchema(schema)) return withoutDialect(schema["~standard"].jsonSchema.input({ target: "draft-07" }));
    // zod before 4.2 has the converter, but not under the standard's name.
    if (isZod(schema)) return withoutDialect(z.toJSONSchema(schema, { io: "input", target: "draft-7" }));
  } catch (thrown) {
    throw fault(
      `it cannot be said in JSON Schema: ${errorMessage(thrown)}. Use types that JSON has, e.g. z.iso.datetime() for a date`,
      thrown,
    );
  }
  throw fault('it gives no JSON Schema. Use zod 4, or a Standard Schema with "~standard".jsonSchema', undefined);
}

function givesJsonSchema(schema: StandardSchemaV1): schema is StandardSchemaV1 & StandardJSONSchemaV1 {
  const { jsonSchema } = schema["~standard"] as { jsonSchema?: { input?: unknown } };
  return typeof jsonSchema?.input === "function";
}

function isZod(schema: object): schema is z.core.$ZodType {
  return "_zod" in schema;
}

function fault(problem: string, cause: unknown): ConfigurationError {
  return new ConfigurationError([{ path: "", message: problem }], {
    subject: "schema",
    ...(cause === undefined ? {} : { cause }),
  });
}

function withoutDialect(schema: Record<string, unknown>): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = schema;
  return rest;
}

/** Says of every object with named properties that it has no others, where the schema leaves that open: strict structured output wants it said. */
function closeObjects(node: Record<string, unknown>): Record<string, unknown> {
  const closed: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) closed[key] = SUBSCHEMAS.has(key) ? closeInside(value) : value;
  for (const key of SCHEMA_MAPS) if (isNode(node[key])) closed[key] = closeEach(node[key]);
  if (node.type === "object" && isNode(node.properties) && node.additionalProperties === undefined) {
    closed.additionalProperties = false;
  }
  return closed;
}

/** Keywords that hold a schema or a list of schemas. `allOf` is left alone: closing its parts would make them contradict each other. */
const SUBSCHEMAS: ReadonlySet<string> = new Set(["items", "anyOf", "oneOf", "additionalProperties", "additionalItems"]);
const SCHEMA_MAPS = ["properties", "definitions", "$defs"] as const;

function closeInside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeInside);
  return isNode(value) ? closeObjects(value) : value;
}

function closeEach(map: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, closeInside(value)]));
}

function isNode(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
