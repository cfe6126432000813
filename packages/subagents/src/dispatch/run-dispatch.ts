import type { Agent } from "@boathook/crew";
import { dispatchIfHooked, HookAborted } from "@boathook/hooks";
import {
  childFrame,
  ClockService,
  currentFrame,
  graceAfter,
  RunCancelledError,
  runInFrame,
  service,
} from "@boathook/kernel";
import { UsageMeter } from "@boathook/models";
import type { Tool } from "@boathook/tools";

import type { Subagent } from "../definition/definition.ts";
import { SubagentError } from "../errors.ts";
import type { SubagentRetryDecision } from "../hooks/decisions.ts";
import type { SubagentFailureContext, SubagentHookContext } from "../hooks/points.ts";
import type { ExecutionMode } from "../mode.ts";
import { runAttempt, type Attempt } from "./attempt.ts";
import type { SubagentResult } from "./result.ts";

/** A task for a subagent. */
export interface DispatchOrder {
  readonly subagent: Subagent;
  readonly mode: ExecutionMode;
  readonly task: string;
  readonly context: string;
  readonly parent: Agent | undefined;
  /** How many further attempts retries and delegates may take together. */
  readonly maxFurther: number;
  /** Throws `unknown_subagent`. */
  readonly find: (name: string) => Subagent;
  /** What a subagent that may ask others is given. */
  readonly toolsFor: (subagent: Subagent) => readonly Tool[];
}

/**
 * Attempts until one gives an answer, hooks let it fail, or the further attempts are used up. A hook's abort, of the dispatch or of anything in
 * it, is thrown as it is: a policy's no reaches whoever asked.
 */
export async function runDispatch(order: DispatchOrder): Promise<SubagentResult> {
  const usage = new UsageMeter();
  const tried = new Set<string>();
  let subagent = order.subagent;
  for (let attempt = 1; ; attempt += 1) {
    tried.add(subagent.name);
    const about = contextOf(order, subagent, attempt);
    const done = { attempts: attempt, subagentName: subagent.name };
    await dispatchIfHooked("subagent_before_dispatch", () => about);
    const outcome = await runAttempt(attemptOf(order, subagent, attempt));
    usage.add(outcome.usage);
    if (outcome.isOk) {
      const result = {
        ...done,
        status: "completed" as const,
        text: outcome.text,
        usage: usage.total(),
        error: undefined,
      };
      await dispatchIfHooked("subagent_after_dispatch", () => ({ ...about, result }));
      return result;
    }
    const { error } = outcome;
    const ended = { ...done, text: "", usage: usage.total(), error };
    if (HookAborted.is(error)) throw error;
    if (currentFrame().signal.aborted) {
      await tellCancelled(about);
      return { ...ended, status: "cancelled" };
    }
    const decision = await decisionOn(about, error);
    if (decision.kind === "fail" || attempt > order.maxFurther) return { ...ended, status: "failed" };
    if (decision.kind === "retry") {
      try {
        await service(ClockService).sleep(decision.delaySecs * 1000, currentFrame().signal);
      } catch (cancelled) {
        if (!RunCancelledError.is(cancelled)) throw cancelled;
        return { ...ended, status: "cancelled", error: cancelled };
      }
      continue;
    }
    const next = alternative(order, decision.alternativeAgent, tried);
    if (SubagentError.is(next)) return { ...ended, status: "failed", error: next };
    subagent = next;
  }
}

function contextOf({ parent, mode, task }: DispatchOrder, subagent: Subagent, attempt: number): SubagentHookContext {
  const { execution, signal } = currentFrame();
  return {
    executionId: execution?.id ?? "",
    signal,
    parentAgent: parent?.role,
    subagentName: subagent.name,
    executionMode: mode,
    task,
    attempt,
  };
}

function attemptOf(order: DispatchOrder, subagent: Subagent, attempt: number): Attempt {
  const { mode, task, context, parent } = order;
  return { subagent, mode, task, context, attempt, parent, tools: order.toolsFor(subagent) };
}

async function decisionOn(about: SubagentHookContext, error: unknown): Promise<SubagentRetryDecision> {
  const context: SubagentFailureContext = { ...about, error, decision: undefined };
  await dispatchIfHooked("subagent_failure", () => context);
  return context.decision ?? { kind: "fail" };
}

/** Somebody who had the task already gets it no second time: two that hand it to one another would never end. */
function alternative(order: DispatchOrder, name: string, tried: ReadonlySet<string>): Subagent | SubagentError {
  if (tried.has(name)) {
    const who = [...tried].join(", ");
    return new SubagentError("subagent_cycle", `The task was delegated to "${name}", who had it already (${who}).`);
  }
  try {
    return order.find(name);
  } catch (error) {
    if (SubagentError.is(error)) return error;
    throw error;
  }
}

/** Milliseconds that hooks have when a subagent was cancelled. */
const CANCELLED_LIMIT_MS = 5_000;

async function tellCancelled(about: SubagentHookContext): Promise<void> {
  const grace = graceAfter(currentFrame().signal, CANCELLED_LIMIT_MS);
  try {
    await runInFrame(childFrame({ signal: grace.signal }), () =>
      dispatchIfHooked("subagent_cancelled", () => ({ ...about, signal: grace.signal })),
    );
  } finally {
    grace.unlink();
  }
}
