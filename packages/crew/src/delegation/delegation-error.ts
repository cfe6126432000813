import { BoathookError } from "@boathook/kernel";

/** Why work was not handed on. */
export type DelegationProblem = "cycle" | "depth";

/** Work was not handed on: whoever should do it is waiting for it already, or too many are waiting for one another. */
export class DelegationError extends BoathookError {
  readonly problem: DelegationProblem;

  constructor(problem: DelegationProblem, message: string) {
    super(message, { code: problem === "cycle" ? "delegation_cycle" : "delegation_depth" });
    this.problem = problem;
  }

  static override is(value: unknown): value is DelegationError {
    return BoathookError.is(value) && (value.code === "delegation_cycle" || value.code === "delegation_depth");
  }
}
