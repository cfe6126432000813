import type { GraphTaskStatus } from "./status.ts";

/** A task as hooks and events show it: a snapshot. */
export interface TaskView {
  readonly id: string;
  readonly subject: string;
  readonly description: string;
  readonly dependencies: readonly string[];
  readonly priority: number;
  readonly status: GraphTaskStatus;
  /** Attempts after the first one so far. */
  readonly retryCount: number;
  /** 0 where the task sets none. */
  readonly maxRetries: number;
  readonly timeoutMs: number | undefined;
  readonly acceptanceCriteria: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
}
