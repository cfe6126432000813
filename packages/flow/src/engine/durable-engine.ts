import type { MaybePromise } from "@boathook/hooks";

/** What came of one unit of a run: a method, a task. */
export type UnitOutcome =
  | { readonly key: string; readonly isOk: true; readonly value: unknown }
  | { readonly key: string; readonly isOk: false; readonly error: unknown };

/**
 * The units of one run. An engine that records gives a recorded outcome instead of starting the work again, and gives outcomes back in the
 * order in which they were recorded, so that a replay takes the same course.
 */
export interface UnitLog {
  /** Starts a unit; `key` is unique in the run. Its outcome comes out of `first`, once. Never throws what the work throws. */
  readonly start: (key: string, work: () => unknown) => void;
  /** The outcome that came first of those not given yet; a promise where there is none yet. Asked for again only when it has settled. */
  readonly first: () => MaybePromise<UnitOutcome>;
  /** Makes a `first` that is being waited for reject. */
  readonly interrupt: (error: unknown) => void;
}

/** Where runs are executed, and perhaps recorded. */
export interface DurableEngine {
  readonly kind: string;
  readonly openRun: () => MaybePromise<UnitLog>;
  close(): Promise<void>;
}
