import { isPlainObject } from "@boathook/hooks";
import { z } from "zod";

/** What is to become of a dispatch whose attempt failed. */
export type SubagentRetryDecision =
  | { readonly kind: "retry"; /** 0 or more. */ readonly delaySecs: number }
  | { readonly kind: "delegate"; readonly alternativeAgent: string }
  | { readonly kind: "fail" };

const FAIL: SubagentRetryDecision = Object.freeze({ kind: "fail" });

/** Makes the three decisions. */
export const SubagentRetryDecision = {
  /** The same subagent tries again after so many seconds. */
  Retry: ({ delaySecs }: { delaySecs: number }): SubagentRetryDecision => ({ kind: "retry", delaySecs }),
  /** Another subagent gets the task, with the same context. */
  Delegate: ({ alternativeAgent }: { alternativeAgent: string }): SubagentRetryDecision => ({
    kind: "delegate",
    alternativeAgent,
  }),
  /** The dispatch has failed. */
  Fail: (): SubagentRetryDecision => FAIL,
} as const;

const schema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("retry"), delaySecs: z.number().min(0) }),
  z.strictObject({ kind: z.literal("delegate"), alternativeAgent: z.string().min(1) }),
  z.strictObject({ kind: z.literal("fail") }),
]);

/** The decision that a hook returned; undefined when it is none. */
export function readDecision(returned: unknown): SubagentRetryDecision | undefined {
  if (!isPlainObject(returned)) return undefined;
  const parsed = schema.safeParse(returned);
  return parsed.success ? parsed.data : undefined;
}
