import { HookAborted, SkipOperation } from "@boathook/hooks";
import {
  closeSpan,
  currentFrame,
  errorMessage,
  ExecutionTimeoutError,
  openSpan,
  RunCancelledError,
  runInFrame,
  withDeadline,
  childFrame,
} from "@boathook/kernel";
import { ToolExecutionFailedError } from "@boathook/tools";

import type { AgentExecution, AgentFinish } from "../agent-execution.ts";
import type { PlannedWork } from "./ask-planner.ts";
import { PlanStepCompletedEvent, PlanStepFailedEvent, PlanStepStartedEvent } from "./events.ts";
import type { PlanStep, StepResult } from "./plan.ts";

/** How an execution answers: the loop of its mode. */
export type AnswerLoop = (execution: AgentExecution) => Promise<AgentFinish>;

/**
 * Runs one step in a conversation of its own, with the agent's tools and their counters. What goes wrong in it is its result; a deliberate stop,
 * a cancellation, and a tool that must not fail end the work.
 */
export async function runStep(work: PlannedWork, step: PlanStep, loop: AnswerLoop): Promise<StepResult> {
  const span = openSpan(PlanStepStartedEvent, { step: step.id, task: step.task });
  try {
    const { text } = await runInFrame(span.frame, () => withinTime(work, step, loop));
    closeSpan(span, PlanStepCompletedEvent, { step: step.id, output: text });
    return { step, text, ok: true };
  } catch (error) {
    closeSpan(span, PlanStepFailedEvent, { step: step.id, error });
    if (endsAll(error)) throw error;
    return { step, text: errorMessage(error), ok: false };
  }
}

function withinTime(work: PlannedWork, step: PlanStep, loop: AnswerLoop): Promise<AgentFinish> {
  const limits = {
    ms: work.manner.stepTimeoutMs,
    signal: currentFrame().signal,
    timeoutError: (limitMs: number): Error => new ExecutionTimeoutError(`Step "${step.id}"`, limitMs),
  };
  const run = (): Promise<AgentFinish> => loop(executionOf(work, step));
  if (limits.ms === undefined) return run();
  return withDeadline(limits, (signal) => runInFrame(childFrame({ signal }), run));
}

function executionOf({ execution, manner, results }: PlannedWork, step: PlanStep): AgentExecution {
  const needed = results.filter((result) => step.after.includes(result.step.id));
  const parts = [`Do only this step of it now, and answer with its result: ${step.task}`];
  if (needed.length > 0)
    parts.push(
      ["What the steps before it gave:", ...needed.map(({ step: { id }, text }) => `${id}: ${text}`)].join("\n"),
    );
  return execution.beside(
    [...execution.messages, { role: "user", content: parts.join("\n\n") }],
    manner.maxStepIterations,
  );
}

function endsAll(error: unknown): boolean {
  if (HookAborted.is(error) || SkipOperation.is(error) || RunCancelledError.is(error)) return true;
  return ToolExecutionFailedError.is(error) || currentFrame().signal.aborted;
}
