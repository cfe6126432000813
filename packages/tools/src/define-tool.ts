import type { MaybePromise } from "@boathook/hooks";
import { ConfigurationError } from "@boathook/kernel";

import type { Schema } from "./schema.ts";
import type { ToolContext } from "./tool-context.ts";
import { faultsInOptions } from "./tool-fields.ts";
import type { FailurePolicy, ToolFailure } from "./tool-failure.ts";
import { Tool, type CacheRule } from "./tool.ts";

/** What a tool is made of; see the fields of `Tool`. */
export interface ToolOptions<I, O> {
  name: string;
  description: string;
  inputSchema: Schema<I>;
  outputSchema?: Schema<O> | undefined;
  execute(input: I, context: ToolContext): MaybePromise<O | ToolFailure>;
  resultAsAnswer?: boolean | undefined;
  maxUsageCount?: number | undefined;
  /** Stands after `execute` where its function's `result` is to be typed by what `execute` gives. */
  cache?: boolean | CacheRule<I, O> | undefined;
  failurePolicy?: FailurePolicy | undefined;
  access?: "read" | "write" | undefined;
  timeoutMs?: number | undefined;
}

/** Makes a tool. Everything wrong with the options is one `ConfigurationError`. */
export function tool<I, O>(options: ToolOptions<I, O>): Tool<I, O> {
  const faults = faultsInOptions(options);
  if (faults.length > 0) throw new ConfigurationError(faults, { subject: subjectOf(options) });
  return new DefinedTool(options);
}

class DefinedTool<I, O> extends Tool<I, O> {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Schema<I>;
  override readonly outputSchema: Schema<O> | undefined;
  override readonly resultAsAnswer: boolean | undefined;
  override readonly maxUsageCount: number | undefined;
  override readonly cache: boolean | CacheRule<I, O> | undefined;
  override readonly failurePolicy: FailurePolicy | undefined;
  override readonly access: "read" | "write" | undefined;
  override readonly timeoutMs: number | undefined;
  readonly #options: ToolOptions<I, O>;

  constructor(options: ToolOptions<I, O>) {
    super();
    this.name = options.name;
    this.description = options.description;
    this.inputSchema = options.inputSchema;
    this.outputSchema = options.outputSchema;
    this.resultAsAnswer = options.resultAsAnswer;
    this.maxUsageCount = options.maxUsageCount;
    this.cache = options.cache;
    this.failurePolicy = options.failurePolicy;
    this.access = options.access;
    this.timeoutMs = options.timeoutMs;
    this.#options = options;
  }

  execute(input: I, context: ToolContext): MaybePromise<O | ToolFailure> {
    return this.#options.execute(input, context); // called on the options: it may be a method that uses `this`
  }
}

function subjectOf(options: unknown): string {
  const { name } = (options ?? {}) as { name?: unknown }; // only a text is used
  return typeof name === "string" && name !== "" ? `tool "${name}"` : "tool";
}
