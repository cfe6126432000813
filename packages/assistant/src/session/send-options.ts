import { instanceLike } from "@boathook/kernel";
import { z } from "zod";

/** What one message is sent with. */
export interface SendOptions {
  /** Stops the turn, not the session. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds; past it the turn is stopped. Absent: no limit. */
  readonly timeoutMs?: number | undefined;
}

/** The schema of `SendOptions`. */
export const sendOptionsSchema = z.strictObject({
  signal: instanceLike<AbortSignal>("an AbortSignal", isSignal).optional(),
  timeoutMs: z.number().positive().optional(),
});

/** By its shape: signals of other realms are signals. */
function isSignal(value: unknown): boolean {
  return typeof value === "object" && value !== null && "aborted" in value && "addEventListener" in value;
}
