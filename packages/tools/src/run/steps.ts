import type { MaybePromise } from "@boathook/hooks";
import { currentFrame, errorMessage, isPromiseLike } from "@boathook/kernel";
import type { StandardSchemaV1 } from "@standard-schema/spec";

import { describeIssues, validate } from "../input/validate.ts";
import type { ToolEntry } from "../toolbox/tool-entry.ts";
import { rethrowIfDeliberate } from "./deliberate.ts";
import { formatResult } from "./format-result.ts";
import { blocked, failed, skipped, type Outcome } from "./outcome.ts";
import type { RunningCall } from "./running-call.ts";

/** The model named a tool that is not there. */
export function toolNotFound(call: RunningCall): Outcome {
  const known = call.toolbox.toolsForModel().map((spec) => spec.name);
  const message = `There is no tool "${call.toolName}". Known: ${known.join(", ") || "none"}`;
  return failed("Tool not found", { message, reason: "unknown_tool" });
}

/** The toolbox says that the tool may not run now. */
export function refusedNow({ toolbox }: RunningCall, { name }: ToolEntry): Outcome | undefined {
  const reason = toolbox.refuses?.(name);
  return reason === undefined ? undefined : blocked(`Tool '${name}' was not run: ${reason}`);
}

/** Reads the arguments as they now are; an outcome when they do not fit. */
export function checkArguments(call: RunningCall, entry: ToolEntry): MaybePromise<Outcome | undefined> {
  if (call.problem !== undefined) return invalidInput(call, call.problem);
  let known: Record<string, unknown>;
  try {
    known = entry.copyKnown(call.input, 0) as Record<string, unknown>; // a record in gives a record out
  } catch (thrown) {
    return invalidInput(call, errorMessage(thrown));
  }
  try {
    const reading = validate(entry.tool.inputSchema, known, currentFrame().signal);
    return isPromiseLike(reading) ? takeLater(call, known, reading) : take(call, known, reading);
  } catch (thrown) {
    return schemaFailed(thrown);
  }
}

/** The tool ran as often as it may. */
export function overLimit(_call: RunningCall, { tool, name, executions }: ToolEntry): Outcome | undefined {
  const limit = tool.maxUsageCount;
  if (limit === undefined || executions < limit) return undefined;
  const text = `Tool '${name}' has reached its usage limit of ${limit} times and cannot be used anymore.`;
  return failed(text, { message: text, reason: "usage_limit" });
}

/** The same call for the third time in a row: more of it would lead nowhere. */
export function repeatedTooOften({ toolbox, toolName, turn, key }: RunningCall): Outcome | undefined {
  const count = toolbox.repeats.count(turn, key);
  if (count < 3) return undefined;
  return skipped(
    `Tool '${toolName}' was not run: this is the same call, with the same arguments, for the ${ordinal(count)} time in a row. Use the result you already have, change the arguments, or go on without it.`,
  );
}

/** What the model reads of something thrown. */
export function failedBy(thrown: unknown, options: { reason?: string; retryable?: boolean } = {}): Outcome {
  const message = formatResult(errorMessage(thrown));
  return failed(`Error executing tool: ${message}`, { message, reason: "exception", ...options }, thrown);
}

type Reading = StandardSchemaV1.Result<unknown>;

function take(call: RunningCall, known: Record<string, unknown>, read: Reading): Outcome | undefined {
  if (read.issues !== undefined) return invalidInput(call, describeIssues(read.issues));
  call.setArguments(known, read.value);
  return undefined;
}

async function takeLater(
  call: RunningCall,
  known: Record<string, unknown>,
  reading: Promise<Reading>,
): Promise<Outcome | undefined> {
  try {
    return take(call, known, await reading);
  } catch (thrown) {
    return schemaFailed(thrown);
  }
}

/** The schema itself threw: the tool's fault, not the model's. */
function schemaFailed(thrown: unknown): Outcome {
  rethrowIfDeliberate(thrown, currentFrame().signal);
  return failedBy(thrown);
}

function invalidInput(call: RunningCall, problem: string): Outcome {
  const text = `Invalid arguments for tool '${call.toolName}': ${problem}. Call it again with arguments that fit its schema.`;
  return failed(text, { message: text, reason: "invalid_input", retryable: true });
}

function ordinal(count: number): string {
  return count === 3 ? "third" : `${count}th`;
}
