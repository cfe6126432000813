/**
 * `running`: under way, or left behind by a process that ended. `paused`: waits for a person; `pending` says for what. `failed`: a method, a hook
 * or a cancellation ended it. Everything but `finished` can go on.
 */
export type RunStatus = "running" | "paused" | "finished" | "failed";

/** The outcome of one unit (a method, a task, a boundary) as an engine keeps it. */
export interface StoredUnit {
  /** `name#n`, unique in the run; without a number it is a step of the run itself, not of its graph. */
  readonly key: string;
  /** What it gave: the text of `encodeValue`. */
  readonly output: string;
  /** The whole state after it, the same way; undefined for steps of the run itself. */
  readonly state: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** One recorded run. Texts are those of `encodeValue`. */
export interface StoredRun {
  readonly id: string;
  /** The name of the flow or crew. */
  readonly name: string;
  readonly status: RunStatus;
  /** The id that the kickoff was given; hooks may have changed it to `id`. */
  readonly askedId: string;
  /** As hooks left them. */
  readonly inputs: string;
  /** The newest state. */
  readonly state: string;
  /** What a paused run waits for: any text of the one who paused it. */
  readonly pending: string | undefined;
  /** What a finished run gave. */
  readonly result: string | undefined;
  /** Why a failed run failed: a JSON description. */
  readonly error: string | undefined;
  /** How often the run was claimed. */
  readonly epoch: number;
  /** How often it was written since it was begun; a rerun goes on counting. */
  readonly version: number;
  /** In the order in which they were recorded, since the run was begun or rerun last. */
  readonly units: readonly StoredUnit[];
  readonly updatedAt: number;
}

/** A line of `list()`. */
export type RunSummary = Pick<StoredRun, "id" | "name" | "status" | "updatedAt">;

/** What a run begins with, or begins again with. */
export interface RunBeginning {
  readonly name: string;
  readonly askedId: string;
  readonly inputs: string;
  readonly state: string;
  /** Steps that count as done: those of the run that this one is a fork of. */
  readonly units: readonly StoredUnit[];
}

/** What one write adds to a run; all of it is stored, or nothing. Absent parts stay as they were. */
export interface RunWrite {
  readonly units?: readonly StoredUnit[];
  readonly status?: RunStatus;
  /** Where no unit is written; units bring their own. */
  readonly state?: string;
  /** `undefined` leaves it; a status other than `paused` clears it. */
  readonly pending?: string;
  readonly result?: string;
  readonly error?: string;
}
