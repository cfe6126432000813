import { BoathookError, errorMessage } from "@boathook/kernel";

/** Somebody else has taken the run over, or written it, since this process claimed it. Nothing was written. */
export class StateConflictError extends BoathookError {
  readonly runId: string;

  constructor(
    runId: string,
    what = "was taken over by another process or kickoff; what this one did since then was not recorded. Leave the run to it.",
  ) {
    super(`Run "${runId}" ${what}`, { code: "state_conflict" });
    this.runId = runId;
  }

  static override is(value: unknown): value is StateConflictError {
    return BoathookError.is(value) && value.code === "state_conflict";
  }
}

/** The run is under way elsewhere. `retryAfterMs`: when it can be taken over if its process has stopped. */
export class RunBusyError extends BoathookError {
  readonly runId: string;
  readonly retryAfterMs: number;

  constructor(runId: string, retryAfterMs: number) {
    super(
      `Run "${runId}" is under way in another process or kickoff. Wait for it; if it has stopped, the run can be taken over in ${retryAfterMs} ms.`,
      { code: "run_busy" },
    );
    this.runId = runId;
    this.retryAfterMs = retryAfterMs;
  }

  static override is(value: unknown): value is RunBusyError {
    return BoathookError.is(value) && value.code === "run_busy";
  }
}

/** No run of this id is recorded. */
export class UnknownRunError extends BoathookError {
  readonly runId: string;

  constructor(runId: string, where: string) {
    super(`No run "${runId}" is recorded in ${where}. Check the id, and that the engine is the one that recorded it.`, {
      code: "unknown_run",
    });
    this.runId = runId;
  }

  static override is(value: unknown): value is UnknownRunError {
    return BoathookError.is(value) && value.code === "unknown_run";
  }
}

/** What is recorded of the run does not fit the flow that is to continue it. Nothing was changed. */
export class RunMismatchError extends BoathookError {
  readonly runId: string;

  constructor(runId: string, what: string) {
    super(
      `Run "${runId}" cannot be continued: ${what}. Continue it with the code that began it, or run it anew with \`rerun: true\`.`,
      { code: "run_mismatch" },
    );
    this.runId = runId;
  }

  static override is(value: unknown): value is RunMismatchError {
    return BoathookError.is(value) && value.code === "run_mismatch";
  }
}

/** Why a store of runs cannot be used. */
export type RunStoreProblem =
  "locked" | "corrupt" | "read_only" | "missing" | "full" | "foreign" | "newer" | "closed" | "failed";

/** The file of an engine cannot be used; its code is `run_store_` and the problem. What it holds was not changed. */
export class RunStoreError extends BoathookError {
  readonly file: string;
  readonly problem: RunStoreProblem;

  constructor(problem: RunStoreProblem, file: string, options: { cause?: unknown; what?: string } = {}) {
    const said = options.what ?? (options.cause === undefined ? "" : errorMessage(options.cause));
    super(`The store of runs "${file}" ${WHAT[problem]}${said === "" ? "" : ` (${said})`}. ${ADVICE[problem]}`, {
      code: `run_store_${problem}`,
      ...(options.cause === undefined ? {} : { cause: options.cause }),
    });
    this.file = file;
    this.problem = problem;
  }

  static override is(value: unknown): value is RunStoreError {
    return BoathookError.is(value) && value.code.startsWith("run_store_");
  }
}

const WHAT: Readonly<Record<RunStoreProblem, string>> = {
  locked: "is locked by another process",
  corrupt: "is damaged or no database",
  read_only: "cannot be written to",
  missing: "is not there, or its folder cannot be made",
  full: "cannot grow: the disk is full",
  foreign: "holds something that this package did not write",
  newer: "was written by a newer version",
  closed: "was closed",
  failed: "failed",
};

const ADVICE: Readonly<Record<RunStoreProblem, string>> = {
  locked: "Close what holds it for long, or try again.",
  corrupt: "It was left as it is: restore a copy, or give another `file`.",
  read_only: "Make the file and its folder writable, or give another `file`.",
  missing: "Check `file`.",
  full: "What was recorded before is still there: make room, and kick the run off again under its id.",
  foreign: "It was left as it is: give another `file`, or mend the row.",
  newer: "It was left as it is: update this package, or give another `file`.",
  closed: "Make a new engine.",
  failed: "See the cause.",
};
