import type { MaybePromise } from "@boathook/hooks";
import {
  childFrame,
  closeSpan,
  currentFrame,
  executionFor,
  isPromiseLike,
  openSpan,
  runInFrame,
  throwIfCancelled,
  type EventFields,
  type Span,
} from "@boathook/kernel";
import type { ToolCall } from "@boathook/models";

import { remember, remembered } from "../cache/remembered.ts";
import { ToolUsageCompletedEvent, ToolUsageFailedEvent, ToolUsageStartedEvent } from "../events.ts";
import { snapshot } from "../input/copy-data.ts";
import type { ToolFailure } from "../tool-failure.ts";
import type { Toolbox } from "../toolbox/toolbox.ts";
import type { ToolEntry } from "../toolbox/tool-entry.ts";
import { execute } from "./execute.ts";
import { askAfter, askBefore, askPermission } from "./hook-seams.ts";
import type { Outcome } from "./outcome.ts";
import { RunningCall } from "./running-call.ts";
import { errorOf, settleFailure } from "./settle-failure.ts";
import { checkArguments, overLimit, refusedNow, repeatedTooOften, toolNotFound } from "./steps.ts";

/** What came of a tool call. */
export interface ToolRunResult {
  /** What the model reads, after hooks. */
  readonly text: string;
  /** What the tool gave, as it was; the text where it gave nothing. */
  readonly raw: unknown;
  /** Set when the call failed, also where the policy is "ignore". */
  readonly failure: ToolFailure | undefined;
  /** True when a hook said no. */
  readonly blocked: boolean;
  /** True when the tool did not run, and that is neither a no nor a failure. */
  readonly skipped: boolean;
  readonly fromCache: boolean;
  /** True when the text is to be the agent's answer: the tool says so, and it gave a result. */
  readonly isFinalAnswer: boolean;
}

/**
 * Runs one tool call of a model. Whatever is wrong with the call or the tool becomes a text that the model reads; it rejects only with a hook's
 * abort after the call or out of the tool, the cancellation of the run, and, under the failure policy "raise", the failure.
 */
export async function runTool(call: ToolCall, toolbox: Toolbox): Promise<ToolRunResult> {
  const frame = currentFrame();
  throwIfCancelled(frame.signal);
  const running = new RunningCall(call, toolbox);
  if (frame.execution !== undefined) return run(running);
  return runInFrame(childFrame({ execution: executionFor(frame) }, frame), run, running);
}

async function run(call: RunningCall): Promise<ToolRunResult> {
  const refusal = await askBefore(call);
  const span = openSpan(ToolUsageStartedEvent, () => startedFields(call));
  let outcome: Outcome;
  let text: string;
  try {
    outcome = refusal ?? (await runInFrame(span.frame, outcomeOf, call));
    text = await runInFrame(span.frame, askAfter, call, outcome);
  } catch (thrown) {
    closeSpan(span, ToolUsageFailedEvent, () => failedFields(call, thrown));
    throw thrown;
  }
  closeCall(span, call, outcome, text);
  settleFailure(call, outcome);
  return resultOf(call, outcome, text);
}

/** What stands between the arguments, as the hooks left them, and the tool: the first that gives an outcome ends the call. */
const GATES: readonly Gate[] = [refusedNow, checkArguments, askPermission, remembered, overLimit, repeatedTooOften];

type Gate = (call: RunningCall, entry: ToolEntry) => MaybePromise<Outcome | undefined>;

async function outcomeOf(call: RunningCall): Promise<Outcome> {
  const { entry } = call;
  if (entry === undefined) return toolNotFound(call);
  for (const gate of GATES) {
    const passing = gate(call, entry);
    // Waits for promises only: between the limit and the start of the tool nothing may wait, or calls side by side would both pass.
    const outcome = isPromiseLike(passing) ? await passing : passing;
    if (outcome !== undefined) return outcome;
  }
  const outcome = await execute(call, entry);
  await remember(call, entry, outcome);
  return outcome;
}

function closeCall(span: Span, call: RunningCall, outcome: Outcome, text: string): void {
  const { failure, thrown, fromCache, blocked, skipped } = outcome;
  if (failure !== undefined) {
    closeSpan(span, ToolUsageFailedEvent, () => failedFields(call, errorOf(call, failure, thrown)));
    return;
  }
  const { toolName, id: toolCallId } = call;
  closeSpan(span, ToolUsageCompletedEvent, () => ({ toolName, toolCallId, output: text, fromCache, blocked, skipped }));
}

function startedFields({ toolName, id: toolCallId, input }: RunningCall): EventFields<typeof ToolUsageStartedEvent> {
  return { toolName, toolCallId, input: snapshot(input) };
}

function failedFields(
  { toolName, id: toolCallId }: RunningCall,
  error: unknown,
): EventFields<typeof ToolUsageFailedEvent> {
  return { toolName, toolCallId, error };
}

function resultOf(call: RunningCall, outcome: Outcome, text: string): ToolRunResult {
  const { raw, failure, blocked, skipped, fromCache } = outcome;
  const hasResult = failure === undefined && !blocked && !skipped;
  const isFinalAnswer = hasResult && call.entry?.tool.resultAsAnswer === true;
  return { text, raw, failure, blocked, skipped, fromCache, isFinalAnswer };
}
