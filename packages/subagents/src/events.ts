import { defineEvent, registerEvents } from "@boathook/kernel";

import type { ExecutionMode } from "./mode.ts";

interface AboutAttempt {
  readonly subagent: string;
  readonly mode: ExecutionMode;
  readonly task: string;
  /** From 1. */
  readonly attempt: number;
}

/** An attempt of a subagent began. */
export class SubagentStartedEvent extends defineEvent("subagent_started")<AboutAttempt>() {}

/** It gave an answer. */
export class SubagentCompletedEvent extends defineEvent("subagent_completed")<
  AboutAttempt & { readonly status: "completed"; readonly text: string }
>() {}

/** It failed, or was cancelled. */
export class SubagentFailedEvent extends defineEvent("subagent_failed")<
  AboutAttempt & { readonly status: "failed" | "cancelled"; readonly error: unknown }
>() {}

registerEvents(SubagentStartedEvent, SubagentCompletedEvent, SubagentFailedEvent);
