import { BoathookError } from "@boathook/kernel";

/** A module that hooks itself into the test runner was loaded where none is. */
export class NoTestRunnerError extends BoathookError {
  constructor(name: string, cause: unknown) {
    super(
      `No test runner was found: there is neither a global "${name}" nor Jest. Load this module in a test or a set-up file; ` +
        `in a runner without globals, call clearAllHooks() before each test yourself.`,
      { code: "no_test_runner", cause },
    );
  }
}
