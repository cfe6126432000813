import { sanitizeToolName } from "@boathook/hooks";
import { ConfigurationError, faultsOf, instanceLike, joinPath, type Fault } from "@boathook/kernel";
import { isStandardSchema, toJsonSchema } from "@boathook/models";
import { z } from "zod";

const functionLike = instanceLike<(...args: never[]) => unknown>("a function", (value) => typeof value === "function");
const schemaLike = instanceLike("a schema (zod 4, or any Standard Schema that gives JSON Schema)", isStandardSchema);

const fields = {
  name: z.string().refine((name) => sanitizeToolName(name) !== "", {
    error: "expected a name with at least one ASCII letter or digit: nothing is left of it as models are shown it",
  }),
  description: z.string().min(1, { error: "expected a text that tells a model what the tool does" }),
  inputSchema: schemaLike,
  outputSchema: schemaLike.optional(),
  execute: functionLike,
  resultAsAnswer: z.boolean().optional(),
  maxUsageCount: z.int().positive().optional(),
  cache: z
    .union([z.boolean(), functionLike], { error: "expected true, false, or a function of input and result" })
    .optional(),
  failurePolicy: z.enum(["ignore", "warn", "raise"]).optional(),
  access: z.enum(["read", "write"]).optional(),
  timeoutMs: z.number().positive().optional(),
};
const optionFields = z.strictObject(fields);
const classFields = z.object(fields);

/** Everything that is wrong with the options of `tool()`: an unknown one is a fault. */
export function faultsInOptions(options: unknown): Fault[] {
  return faultsIn(optionFields, options, "");
}

/** Everything that is wrong with the fields of a tool object; it may have further ones of its own. */
export function faultsInTool(tool: object, path: string): Fault[] {
  return faultsIn(classFields, tool, path);
}

function faultsIn(schema: z.ZodType, value: unknown, path: string): Fault[] {
  const read = schema.safeParse(value);
  const faults = read.success ? [] : faultsOf(read.error, schema, path);
  const { inputSchema } = (value ?? {}) as { inputSchema?: unknown }; // only looked at
  return isStandardSchema(inputSchema)
    ? [...faults, ...faultsInInputSchema(inputSchema, joinPath(path, "inputSchema"))]
    : faults;
}

function faultsInInputSchema(schema: Parameters<typeof toJsonSchema>[0], path: string): Fault[] {
  try {
    const { type } = toJsonSchema(schema) as { type?: unknown };
    if (type === undefined || type === "object") return []; // a union of objects names no type of its own
    return [{ path, message: `expected the schema of an object, got one of type ${JSON.stringify(type)}` }];
  } catch (thrown) {
    if (!ConfigurationError.is(thrown)) throw thrown;
    return thrown.faults.map((fault) => ({ ...fault, path: joinPath(path, fault.path) }));
  }
}
