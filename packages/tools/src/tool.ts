import type { MaybePromise } from "@boathook/hooks";

import type { Schema } from "./schema.ts";
import type { ToolContext } from "./tool-context.ts";
import type { FailurePolicy, ToolFailure } from "./tool-failure.ts";

/** Looks at a result before it is cached; exactly `true` keeps it. Written as a method so that any tool fits where a `Tool` is asked for. */
export type CacheRule<I, O> = { rule(input: I, result: O): boolean }["rule"];

/**
 * A tool as a class: a subclass sets the fields and writes `execute`; a container can inject into its constructor. Its fields are checked when
 * it is given to somebody who uses it, not in the constructor: they are not there yet.
 */
export abstract class Tool<I = unknown, O = unknown> {
  /** Shown to models in snake case. */
  abstract readonly name: string;
  abstract readonly description: string;
  abstract readonly inputSchema: Schema<I>;
  // `declare`: what is only typed here must not hide what a subclass has on its prototype.
  /** A result that does not fit is a failure; it is checked, not changed. */
  declare readonly outputSchema?: Schema<O> | undefined;
  /** True: a result of this tool is the agent's final answer. Default false. */
  declare readonly resultAsAnswer?: boolean | undefined;
  /** Executions per execution of an agent; no limit by default. */
  declare readonly maxUsageCount?: number | undefined;
  /** Default: as the agent says, unless the tool's `access` is "write". A function: cached, if it says true of the result. */
  declare readonly cache?: boolean | CacheRule<I, O> | undefined;
  /** Default: as the task, the agent or the crew says, else "warn". */
  declare readonly failurePolicy?: FailurePolicy | undefined;
  /** Whether it changes anything outside. */
  declare readonly access?: "read" | "write" | undefined;
  /** Milliseconds for one execution; no limit by default. */
  declare readonly timeoutMs?: number | undefined;

  /** Does the work. What it throws becomes a text that the model reads; a hook's abort and a cancellation go through as they are. */
  abstract execute(input: I, context: ToolContext): MaybePromise<O | ToolFailure>;
}

const BRAND = Symbol.for("boathook:tool");
// On the prototype, so that a subclass need not know of it.
Object.defineProperty(Tool.prototype, BRAND, { value: true });

/** True for what `tool()` makes and for objects of subclasses of `Tool`, also those of a second copy of the package. */
export function isTool(value: unknown): value is Tool {
  return typeof value === "object" && value !== null && BRAND in value;
}

declare module "@boathook/hooks" {
  interface RuntimeRefs {
    readonly tool: Tool;
    readonly toolFailure: ToolFailure;
  }
}
