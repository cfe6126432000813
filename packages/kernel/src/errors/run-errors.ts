import { BoathookError } from "./boathook-error.ts";

/** The run, or the part of it that was waited for, was cancelled; `cause` is the reason its signal carried. */
export class RunCancelledError extends BoathookError {
  readonly aborted = true;

  constructor(reason?: unknown) {
    super("The run was cancelled.", { code: "run_cancelled", cause: reason });
  }

  static override is(value: unknown): value is RunCancelledError {
    return BoathookError.is(value) && value.code === "run_cancelled";
  }
}

/** Something took longer than its time limit and was stopped. */
export class ExecutionTimeoutError extends BoathookError {
  readonly limitMs: number;

  constructor(what: string, limitMs: number) {
    super(`${what} took longer than its limit of ${limitMs} ms and was stopped.`, { code: "execution_timeout" });
    this.limitMs = limitMs;
  }

  static override is(value: unknown): value is ExecutionTimeoutError {
    return BoathookError.is(value) && value.code === "execution_timeout";
  }
}

/** A value that has to outlive the process does not survive JSON; `path` says which part of it. */
export class NotSerializableError extends BoathookError {
  readonly path: string;

  constructor(path: string, what: string) {
    super(
      `${path === "" ? "The value" : `"${path}"`} cannot be stored: ${what}. Store plain data (text, numbers, lists, records, dates, bytes).`,
      { code: "not_serializable" },
    );
    this.path = path;
  }

  static override is(value: unknown): value is NotSerializableError {
    return BoathookError.is(value) && value.code === "not_serializable";
  }
}
