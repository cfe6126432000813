import type { Inputs, MaybePromise } from "@boathook/hooks";

/** What is kept of a run when it begins: its names, and the inputs as kickoff was given them. */
export interface RunRecord {
  readonly crew: string;
  readonly runId: string;
  readonly inputs: Inputs;
}

/** A run as it was kept. */
export interface StoredRun extends RunRecord {
  /** What tasks gave, by their names in the crew, as plain data; `null` for a task that was left out. */
  readonly tasks: ReadonlyMap<string, unknown>;
}

/** Keeps what a task of a run gave: plain data, `null` when it was left out. */
export type KeepOutput = (task: string, output: unknown) => MaybePromise<void>;

/** Where crews keep what their tasks gave, per crew and run, so that a run can be replayed. */
export interface OutputStore {
  /** A run begins; what its tasks give is told to the function that comes back. Given the name of an earlier run, it takes its place. */
  readonly begin: (run: RunRecord) => MaybePromise<KeepOutput>;
  /** The run of that name, else the crew's newest; undefined when there is none. */
  readonly find: (crew: string, runId?: string) => MaybePromise<StoredRun | undefined>;
  /** Removes every run of the crew; absent: they cannot be removed. */
  readonly clear?: ((crew: string) => MaybePromise<void>) | undefined;
}
