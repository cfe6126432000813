import { currentFrame, errorMessage } from "@boathook/kernel";

import { describeIssues, validate } from "../input/validate.ts";
import type { ToolEntry } from "../toolbox/tool-entry.ts";
import { rethrowIfDeliberate } from "./deliberate.ts";
import { formatResult } from "./format-result.ts";
import { failed, skipped, type Outcome } from "./outcome.ts";
import type { RunningCall } from "./running-call.ts";

/** The model named a tool that is not there. */
export function toolNotFound(call: RunningCall): Outcome {
  const known = call.toolbox.toolsForModel().map((spec) => spec.name);
  const message = `There is no tool "${call.toolName}". Known: ${known.join(", ") || "none"}`;
  return failed("Tool not found", { message, reason: "unknown_tool" });
}

/** Reads the arguments as they now are; an outcome when they do not fit. */
export async function checkArguments(call: RunningCall, entry: ToolEntry): Promise<Outcome | undefined> {
  if (call.problem !== undefined) return invalidInput(call, call.problem);
  const { signal } = currentFrame();
  let known: Record<string, unknown>;
  try {
    known = entry.copyKnown(call.input, 0) as Record<string, unknown>; // a record in gives a record out
  } catch (thrown) {
    return invalidInput(call, errorMessage(thrown));
  }
  try {
    const read = await validate(entry.tool.inputSchema, known, signal);
    if (read.issues !== undefined) return invalidInput(call, describeIssues(read.issues));
    call.setArguments(known, read.value);
    return undefined;
  } catch (thrown) {
    rethrowIfDeliberate(thrown, signal);
    return failedBy(thrown);
  }
}

/** The tool ran as often as it may. */
export function overLimit({ tool, name, executions }: ToolEntry): Outcome | undefined {
  const limit = tool.maxUsageCount;
  if (limit === undefined || executions < limit) return undefined;
  const text = `Tool '${name}' has reached its usage limit of ${limit} times and cannot be used anymore.`;
  return failed(text, { message: text, reason: "usage_limit" });
}

/** The same call for the third time in a row: more of it would lead nowhere. */
export function repeatedTooOften(call: RunningCall, count: number): Outcome | undefined {
  if (count < 3) return undefined;
  return skipped(
    `Tool '${call.toolName}' was not run: this is the same call, with the same arguments, for the ${ordinal(count)} time in a row. Use the result you already have, change the arguments, or go on without it.`,
  );
}

/** What the model reads of something thrown. */
export function failedBy(thrown: unknown, options: { reason?: string; retryable?: boolean } = {}): Outcome {
  const message = formatResult(errorMessage(thrown));
  return failed(`Error executing tool: ${message}`, { message, reason: "exception", ...options }, thrown);
}

function invalidInput(call: RunningCall, problem: string): Outcome {
  const text = `Invalid arguments for tool '${call.toolName}': ${problem}. Call it again with arguments that fit its schema.`;
  return failed(text, { message: text, reason: "invalid_input", retryable: true });
}

function ordinal(count: number): string {
  return count === 3 ? "third" : `${count}th`;
}
