import { isPlainObject } from "@boathook/hooks";
import { z } from "zod";

/** What is to become of a task whose attempt failed. */
export type RetryDecision =
  | { readonly kind: "retry"; /** 0 or more. */ readonly delaySecs: number }
  | { readonly kind: "skip"; readonly skipDependants: boolean }
  | { readonly kind: "fail" };

const FAIL: RetryDecision = Object.freeze({ kind: "fail" });

/** Makes the three decisions. */
export const RetryDecision = {
  /** Runs the task again after so many seconds. */
  Retry: ({ delaySecs }: { delaySecs: number }): RetryDecision => ({ kind: "retry", delaySecs }),
  /** Goes on without the task's output; its dependants run, or are skipped as well. */
  Skip: ({ skipDependants = false }: { skipDependants?: boolean } = {}): RetryDecision => ({
    kind: "skip",
    skipDependants,
  }),
  /** The task has failed; its dependants are blocked. */
  Fail: (): RetryDecision => FAIL,
} as const;

const schema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("retry"), delaySecs: z.number().min(0) }),
  z.strictObject({ kind: z.literal("skip"), skipDependants: z.boolean().default(false) }),
  z.strictObject({ kind: z.literal("fail") }),
]);

/** The decision that a hook returned; undefined when it is none. */
export function readDecision(returned: unknown): RetryDecision | undefined {
  if (!isPlainObject(returned)) return undefined;
  const parsed = schema.safeParse(returned);
  return parsed.success ? parsed.data : undefined;
}
