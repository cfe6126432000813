import {
  currentFrame,
  emit,
  ExecutionTimeoutError,
  type Frame,
  isPromiseLike,
  raceSignal,
  throwIfCancelled,
  waitUntilStopped,
  withDeadline,
} from "@boathook/kernel";

import { ToolUsageProgressEvent } from "../events.ts";
import { describeIssues, validate } from "../input/validate.ts";
import type { Schema } from "../schema.ts";
import type { ToolContext } from "../tool-context.ts";
import { ToolFailure } from "../tool-failure.ts";
import type { Tool } from "../tool.ts";
import type { ToolEntry } from "../toolbox/tool-entry.ts";
import { rethrowIfDeliberate } from "./deliberate.ts";
import { failed, refused, succeeded, type Outcome } from "./outcome.ts";
import type { RunningCall } from "./running-call.ts";
import { failedBy } from "./steps.ts";

/** Less than a flow gives its cancelled steps, so that a tool that does not stop is reported as a tool. In milliseconds. */
const STOP_LIMIT_MS = 500;

/** Runs the tool itself, within its time limit. Counts the execution before anything can wait. */
export async function execute(call: RunningCall, entry: ToolEntry): Promise<Outcome> {
  const { signal } = currentFrame();
  throwIfCancelled(signal);
  entry.executions += 1;
  const work = new Work(call, entry);
  try {
    const result = await work.start(signal);
    if (ToolFailure.is(result)) return refused(result);
    const schema = entry.tool.outputSchema;
    return schema === undefined ? succeeded(result, false) : await checked(schema, result, signal);
  } catch (thrown) {
    await work.stopped();
    rethrowIfDeliberate(thrown, signal);
    return failedBy(thrown, ExecutionTimeoutError.is(thrown) ? { reason: "timeout", retryable: true } : {});
  } finally {
    work.isOver = true;
  }
}

/** One execution: starts the tool, and passes on what it says of its progress while it runs. */
class Work {
  isOver = false;
  readonly #call: RunningCall;
  readonly #tool: Tool;
  readonly #frame = currentFrame();
  readonly #recordedKey = nextRecordedKey(this.#frame);
  #signal: AbortSignal | undefined;
  #pending: PromiseLike<unknown> | undefined;

  constructor(call: RunningCall, entry: ToolEntry) {
    this.#call = call;
    this.#tool = entry.tool;
  }

  start(signal: AbortSignal): unknown {
    const { timeoutMs } = this.#tool;
    if (timeoutMs === undefined) {
      const result = this.#execute(signal);
      return isPromiseLike(result) ? raceSignal(result, signal) : result;
    }
    const what = `Tool "${this.#call.toolName}"`;
    const timeoutError = (limitMs: number): Error => new ExecutionTimeoutError(what, limitMs);
    return withDeadline({ ms: timeoutMs, signal, timeoutError }, this.#execute);
  }

  /** When the tool was cancelled, or its time was up: waits, within limits, until it has taken notice. */
  stopped(): Promise<void> | undefined {
    if (this.#pending === undefined || this.#signal?.aborted !== true) return undefined;
    return waitUntilStopped({ what: `tool "${this.#call.toolName}"`, limitMs: STOP_LIMIT_MS }, this.#pending);
  }

  readonly #execute = (signal: AbortSignal): unknown => {
    const { id: toolCallId, toolbox, args } = this.#call;
    const { agent, task } = toolbox.owner;
    const executionId = this.#frame.execution?.id ?? "";
    const idempotencyKey = this.#recordedKey ?? `${executionId}:${toolCallId}`;
    const progress = this.#progress;
    this.#signal = signal;
    const context: ToolContext = { signal, toolCallId, idempotencyKey, executionId, agent, task, progress };
    const result = this.#tool.execute(args, context);
    if (isPromiseLike(result)) this.#pending = result;
    return result;
  };

  readonly #progress: ToolContext["progress"] = (message, data) => {
    if (this.isOver) return;
    const { toolName, id: toolCallId } = this.#call;
    emit(ToolUsageProgressEvent, () => ({ toolName, toolCallId, message, data }), this.#frame);
  };
}

/** In a recorded run: which call of its unit it is. A unit that runs again after a crash makes the same calls under the same keys. */
function nextRecordedKey({ recordedUnit }: Frame): string | undefined {
  if (recordedUnit === undefined) return undefined;
  recordedUnit.toolCalls += 1;
  return `${recordedUnit.key}:${recordedUnit.toolCalls}`;
}

/** A result that does not fit the tool's output schema is a failure, and the tool's fault, not the model's. */
async function checked(schema: Schema, result: unknown, signal: AbortSignal): Promise<Outcome> {
  const read = await validate(schema, result, signal);
  if (read.issues === undefined) return succeeded(result, false);
  const message = `the result does not fit the tool's output schema: ${describeIssues(read.issues)}`;
  return failed(`Error executing tool: ${message}`, { message, reason: "invalid_output" });
}
