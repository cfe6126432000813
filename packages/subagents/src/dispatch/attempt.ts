import { dispatchWork, type Agent } from "@boathook/crew";
import { withRun } from "@boathook/flow";
import { closeSpan, openSpan, runInFrame } from "@boathook/kernel";
import type { TokenUsage } from "@boathook/models";
import type { Tool } from "@boathook/tools";

import type { Subagent } from "../definition/definition.ts";
import { SubagentCompletedEvent, SubagentFailedEvent, SubagentStartedEvent } from "../events.ts";
import type { ExecutionMode } from "../mode.ts";
import { failureOf, limitsOf } from "./limits.ts";

/** One attempt of one subagent. */
export interface Attempt {
  readonly subagent: Subagent;
  readonly mode: ExecutionMode;
  readonly task: string;
  readonly context: string;
  readonly attempt: number;
  readonly parent: Agent | undefined;
  /** For a subagent that may ask others. */
  readonly tools: readonly Tool[];
}

/** How it ended; a usage is there in any case. */
export type AttemptOutcome =
  | { readonly isOk: true; readonly text: string; readonly usage: TokenUsage }
  | { readonly isOk: false; readonly error: unknown; readonly usage: TokenUsage };

/** Runs a subagent once, inside the run around it: that one's hooks, signal and usage are its too, and its own limits come on top. */
export function runAttempt(given: Attempt): Promise<AttemptOutcome> {
  const { subagent, mode, task, attempt } = given;
  const about = { subagent: subagent.name, mode, task, attempt };
  const { timeoutMs } = subagent;
  const options = { hooks: limitsOf(subagent), timeoutMs };
  let usage: TokenUsage | undefined;
  const run = withRun({ names: { agentRole: subagent.agent.role }, options }, async ({ usage: meter }) => {
    const span = openSpan(SubagentStartedEvent, about);
    try {
      const { text } = await runInFrame(span.frame, work, given);
      closeSpan(span, SubagentCompletedEvent, { ...about, status: "completed" as const, text });
      return text;
    } catch (thrown) {
      const error = failureOf(thrown, subagent);
      const status = span.frame.signal.aborted ? ("cancelled" as const) : ("failed" as const);
      closeSpan(span, SubagentFailedEvent, { ...about, status, error });
      throw error;
    } finally {
      usage = meter.total();
    }
  });
  return run.then(
    (text) => ({ isOk: true, text, usage: usage ?? NOTHING }),
    (error: unknown) => ({ isOk: false, error, usage: usage ?? NOTHING }),
  );
}

const NOTHING: TokenUsage = Object.freeze({
  ...{ inputTokens: 0, outputTokens: 0, totalTokens: 0 },
  ...{ cachedInputTokens: 0, reasoningTokens: 0, requests: 0 },
});

function work({ subagent, task, context, parent, tools }: Attempt): Promise<{ readonly text: string }> {
  const { agent, maxDepth } = subagent;
  return dispatchWork(agent, { description: task, context, tools }, { parent, limits: { maxDepth } });
}
