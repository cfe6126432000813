import { BoathookError, ConfigurationError, type Fault } from "@boathook/kernel";

/** A graph that cannot run: every fault of it, before anything has begun. */
export class TaskGraphError extends ConfigurationError {
  constructor(faults: readonly Fault[], subject = "task graph") {
    super(faults, { subject, code: "invalid_task_graph" });
  }

  static override is(value: unknown): value is TaskGraphError {
    return ConfigurationError.is(value) && value.code === "invalid_task_graph";
  }
}

/** What a task gave, or was given, does not fit its schema. */
export class TaskDataError extends BoathookError {
  constructor(task: string, what: "inputs" | "output", issues: string) {
    super(`The ${what} of task "${task}" ${what === "inputs" ? "do" : "does"} not fit the schema: ${issues}.`, {
      code: "invalid_task_data",
    });
  }

  static override is(value: unknown): value is TaskDataError {
    return BoathookError.is(value) && value.code === "invalid_task_data";
  }
}

/** A task's output did not pass its verification. */
export class TaskVerificationError extends BoathookError {
  constructor(task: string, reason: string, options: { cause?: unknown } = {}) {
    super(`The output of task "${task}" was not accepted: ${reason}`, { code: "task_not_verified", ...options });
  }

  static override is(value: unknown): value is TaskVerificationError {
    return BoathookError.is(value) && value.code === "task_not_verified";
  }
}

/** A task was not run, or not run again, because of another one. */
export class TaskNotRunError extends BoathookError {
  constructor(reason: string) {
    super(reason, { code: "task_not_run" });
  }

  static override is(value: unknown): value is TaskNotRunError {
    return BoathookError.is(value) && value.code === "task_not_run";
  }
}
