import type { DurableEngine } from "@boathook/flow";
import type { HumanInput } from "@boathook/hooks";
import { ConfigurationError, instanceLike, readOptions, type Logger } from "@boathook/kernel";
import type { ModelSource } from "@boathook/models";
import type { Container } from "inversify";
import { z } from "zod";

import type { RuntimeOptions, RuntimePlugin } from "./runtime.ts";

/** Reads the options of a runtime; everything wrong with them is one `ConfigurationError`. */
export function readRuntimeOptions(given: unknown): RuntimeOptions {
  const options = readOptions(schema, given, { subject: "runtime" });
  const names = (options.use ?? []).map(({ name }) => name);
  const faults = names.flatMap((name, index) =>
    names.indexOf(name) < index
      ? [{ path: `use.${index}`, message: `the plugin "${name}" is in the list already` }]
      : [],
  );
  if (faults.length > 0) throw new ConfigurationError(faults, { subject: "runtime" });
  return options;
}

const schema: z.ZodType<RuntimeOptions> = z.strictObject({
  use: z
    .array(instanceLike<RuntimePlugin>("a plugin: an object with a `name` and an `install` method", isPlugin))
    .readonly()
    .optional(),
  llm: instanceLike<ModelSource>("a model's name, settings with a `model`, or a model object", isModel).optional(),
  engine: instanceLike<DurableEngine>("a durable engine", (value) => hasMethods(value, "openRun", "close")).optional(),
  logger: instanceLike<Logger>("a logger with debug, info, warn and error", (value) =>
    hasMethods(value, "debug", "info", "warn", "error"),
  ).optional(),
  humanInput: instanceLike<HumanInput>("an object with an `ask` method", (value) =>
    hasMethods(value, "ask"),
  ).optional(),
  container: instanceLike<Container>("an inversify Container", (value) =>
    hasMethods(value, "bind", "get", "isBound"),
  ).optional(),
  telemetry: z.strictObject({ detectMutations: z.boolean().optional() }).optional(),
  processHooks: z.boolean().optional(),
});

function isPlugin(value: unknown): boolean {
  return hasMethods(value, "install") && typeof (value as { name?: unknown }).name === "string";
}

function isModel(value: unknown): boolean {
  return typeof value === "string" ? value !== "" : typeof value === "object" && value !== null;
}

function hasMethods(value: unknown, ...names: readonly string[]): boolean {
  if (typeof value !== "object" || value === null) return false;
  return names.every((name) => typeof (value as Record<string, unknown>)[name] === "function");
}
