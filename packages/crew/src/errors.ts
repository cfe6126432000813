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
