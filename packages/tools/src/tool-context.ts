import type { OptionalRef } from "@boathook/hooks";

/** What a tool knows of the call it serves. */
export interface ToolContext {
  /** Aborts when the run is cancelled or the tool's own time is up: pass it on to everything that waits. */
  readonly signal: AbortSignal;
  readonly toolCallId: string;
  /**
   * The same for every attempt of this very call: give it to services that can drop a repeated request. In a recorded run it stays the same where
   * the method or task runs again after a crash: the run's id, the unit, and the number of the call in it.
   */
  readonly idempotencyKey: string;
  readonly executionId: string;
  readonly agent: OptionalRef<"agent">;
  readonly task: OptionalRef<"task">;
  /** Tells watchers how far the work is. Safe to pass on by itself; does nothing once the call is over. */
  progress(this: void, message: string, data?: unknown): void;
}
