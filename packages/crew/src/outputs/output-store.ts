import type { Inputs, MaybePromise } from "@boathook/hooks";

/** A run of a crew, by name. */
export interface RunName {
  readonly crew: string;
  readonly runId: string;
}

/** What is kept of a run when it begins: the inputs as kickoff was given them. */
export interface RunRecord extends RunName {
  readonly inputs: Inputs;
}

/** A run as it was kept. */
export interface StoredRun extends RunRecord {
  /** What tasks gave, by their names in the crew, as plain data; `null` for a task that was left out. */
  readonly tasks: ReadonlyMap<string, unknown>;
}

/** Where crews keep what their tasks gave, per crew and run, so that a run can be replayed. */
export interface OutputStore {
  /** A run begins. Given the name of an earlier run, it takes its place. */
  readonly begin: (run: RunRecord) => MaybePromise<void>;
  /** A task of a run is done; `output` is plain data, `null` when it was left out. */
  readonly keep: (run: RunName, task: string, output: unknown) => MaybePromise<void>;
  /** The run of that name, else the crew's newest; undefined when there is none. */
  readonly find: (crew: string, runId?: string) => MaybePromise<StoredRun | undefined>;
  /** Removes every run of the crew; absent: they cannot be removed. */
  readonly clear?: ((crew: string) => MaybePromise<void>) | undefined;
}
