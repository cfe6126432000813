import type { TokenUsage } from "@boathook/models";

/** What came of a dispatch. */
export interface SubagentResult {
  readonly status: "completed" | "failed" | "cancelled";
  /** The answer; empty where there is none. */
  readonly text: string;
  /** Of all attempts; it counts into the run around, too. */
  readonly usage: TokenUsage;
  readonly attempts: number;
  /** Who gave it, or failed last. */
  readonly subagentName: string;
  /** The very thing that was thrown. */
  readonly error: unknown;
}
