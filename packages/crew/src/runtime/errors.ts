import { BoathookError, errorMessage } from "@boathook/kernel";

/** Closing a runtime tried everything; this is all that went wrong. */
export class RuntimeCloseError extends BoathookError {
  readonly errors: readonly unknown[];

  constructor(failures: readonly { readonly what: string; readonly error: unknown }[]) {
    const lines = failures.map(({ what, error }) => `${what}: ${errorMessage(error)}`);
    super(`The runtime is closed, but not everything went well: ${lines.join("; ")}`, {
      code: "runtime_close_failed",
      cause: failures[0]?.error,
    });
    this.errors = failures.map(({ error }) => error);
  }

  static override is(value: unknown): value is RuntimeCloseError {
    return BoathookError.is(value) && value.code === "runtime_close_failed";
  }
}

/** Something was asked of a runtime that is closed, or closing. */
export class RuntimeClosedError extends BoathookError {
  constructor() {
    super("The runtime is closed. Make a new one with createRuntime().", { code: "runtime_closed" });
  }

  static override is(value: unknown): value is RuntimeClosedError {
    return BoathookError.is(value) && value.code === "runtime_closed";
  }
}
