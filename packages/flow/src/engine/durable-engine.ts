import type { MaybePromise } from "@boathook/hooks";

import type { RunBeginning, RunStatus, RunSummary, RunWrite, StoredRun } from "./stored-run.ts";

/** What came of one unit of a run: a method, a task. */
export type UnitOutcome =
  | { readonly key: string; readonly isOk: true; readonly value: unknown }
  | { readonly key: string; readonly isOk: false; readonly error: unknown };

/** The units of one run that are under way. */
export interface UnitLog {
  /** Starts a unit; `key` is unique in the run. Its outcome comes out of `first`, once. Never throws what the work throws. */
  readonly start: (key: string, work: () => unknown) => void;
  /** The outcome that came first of those not given yet; a promise where there is none yet. Asked for again only when it has settled. */
  readonly first: () => MaybePromise<UnitOutcome>;
  /** Makes a `first` that is being waited for reject. */
  readonly interrupt: (error: unknown) => void;
}

/**
 * One process's hold on one recorded run. Only the holder writes; somebody who claims the run later takes the hold away (`epoch`), and every
 * write of the earlier holder is refused with `StateConflictError`: also when its process was frozen and knows nothing of it.
 *
 * A run that pauses writes `{ status: "paused", pending, state }` and releases; whoever resumes it claims it, reads `run.pending`, writes
 * `{ status: "running" }` and goes on. `Journal` (durable/journal.ts) does both in terms of values: `pause(pending)` and `pending`.
 */
export interface RunClaim {
  /** The run as it was when it was claimed; undefined: there is none of this id yet, `begin` makes it. */
  readonly run: StoredRun | undefined;
  /** Makes the run, or begins it anew: its units are those given, its earlier ones stay in the store's history. */
  begin(beginning: RunBeginning): MaybePromise<void>;
  write(write: RunWrite): MaybePromise<void>;
  /** Lets others claim the run; never throws. Without it they can when the lease runs out. */
  release(): MaybePromise<void>;
}

/** Where runs are executed, and recorded when that is asked for. */
export interface DurableEngine {
  readonly kind: string;
  /** Where it keeps what it records, for messages; absent: its kind. */
  readonly location?: string;
  /** Where the units of one kickoff are under way, recorded or not. */
  readonly openRun: () => MaybePromise<UnitLog>;
  /** Takes hold of the run of this id. Throws `RunBusyError` while somebody else who is alive holds it. */
  claim(id: string): MaybePromise<RunClaim>;
  /** The run as it is; undefined when there is none of this id. */
  read(id: string): MaybePromise<StoredRun | undefined>;
  /** The runs, newest first; default all of them. */
  list(filter?: { readonly name?: string; readonly status?: RunStatus }): MaybePromise<readonly RunSummary[]>;
  close(): Promise<void>;
}
