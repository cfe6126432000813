import { BoathookError } from "@boathook/kernel";

/** A task's output was refused as often as its guardrails allow. */
export class GuardrailFailedError extends BoathookError {
  readonly attempts: number;
  readonly lastError: string;

  constructor(task: string, attempts: number, lastError: string) {
    super(
      `Task "${task}" gave no acceptable output in ${attempts} attempts; the last was refused because: ${lastError}`,
      { code: "guardrail_failed" },
    );
    this.attempts = attempts;
    this.lastError = lastError;
  }
}

/** There is no stored run to replay. */
export class UnknownStoredRunError extends BoathookError {
  /** Undefined: any run of the crew would have done. */
  readonly runId: string | undefined;

  constructor(crew: string, runId: string | undefined) {
    const what = runId === undefined ? "no run" : `no run "${runId}"`;
    super(`There is ${what} of crew "${crew}" in its store. Run it with \`outputs\` set, and replay it then.`, {
      code: "unknown_run",
    });
    this.runId = runId;
  }
}
