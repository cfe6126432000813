import { HookAborted, SkipOperation } from "@boathook/hooks";
import { currentFrame } from "@boathook/kernel";

import type { PublishIds } from "../hooks/hook-context.ts";
import type { PublishOutcome } from "../publish/outcome.ts";

declare module "@boathook/kernel" {
  interface FrameSlots {
    /** Set by a host around work of an agent of its own: what publishes of that work are about, in place of role and execution. */
    readonly lifecycleIds?: PublishIds | undefined;
  }
}

/** What a publish from within a crew or flow is about: the agent by its role, the run by its execution. */
export function idsOf(context: { readonly agentRole?: string | undefined; readonly executionId: string }): PublishIds {
  const { agentRole, executionId } = context;
  return { agentId: agentRole, runId: executionId, ...currentFrame().lifecycleIds };
}

/** At a gate: the outcome, as what stops the operation. */
export function throwStop({ status, reason, by, error }: PublishOutcome): void {
  if (status === "skipped") throw new SkipOperation(reason ?? "", by);
  if (status === "aborted") throw new HookAborted(reason ?? "", by, { cause: error });
}

/** Where a stop of either kind means that nothing is shown: an abort has its log line. */
export function throwSkip({ status, reason, by }: PublishOutcome): void {
  if (status !== "completed") throw new SkipOperation(reason ?? "", by);
}
