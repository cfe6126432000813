/** Why a hook's answer did not count, or counted as something else. */
export type ProblemKind =
  | "threw"
  | "timeout"
  /** It gave something that no `HookResult` is. */
  | "invalid_result"
  /** It replaced a payload key by what cannot stand there; the key kept its value. */
  | "invalid_rewrite"
  /** A parallel hook aborted: recorded, and nothing stopped. */
  | "abort_ignored";

/** Something that went wrong with one hook. */
export interface HookProblem {
  readonly hook: string;
  readonly kind: ProblemKind;
  readonly message: string;
}

/** What came of a publish. */
export interface PublishOutcome {
  readonly status: "completed" | "skipped" | "aborted";
  /** Everything contributed, merged key by key in hook order; to be ignored when aborted. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The same, one by one, also what is no object. */
  readonly contributions: readonly { readonly hook: string; readonly data: unknown }[];
  /** The payload with what hooks replaced in it. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** The hook that skipped or aborted. */
  readonly by: string | undefined;
  /** Of a skip, when the hook gave one. */
  readonly reason: string | undefined;
  /** Of an abort; always an error object. */
  readonly error: Error | undefined;
  /** Ids of hooks that were called, in order. */
  readonly ran: readonly string[];
  /** Ids of hooks that were to run and were not reached. */
  readonly notRun: readonly string[];
  readonly problems: readonly HookProblem[];
}

const NOTHING: Readonly<Record<string, unknown>> = Object.freeze({});
const NONE: readonly never[] = Object.freeze([]);

/** The outcome where no hook ran. */
export function emptyOutcome(payload: Readonly<Record<string, unknown>> = NOTHING): PublishOutcome {
  return {
    status: "completed",
    data: NOTHING,
    contributions: NONE,
    payload,
    by: undefined,
    reason: undefined,
    error: undefined,
    ran: NONE,
    notRun: NONE,
    problems: NONE,
  };
}
