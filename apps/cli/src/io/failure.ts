import { BoathookError, ConfigurationError, errorMessage, formatFault, type Fault } from "@boathook/kernel";

/** The command was called in a wrong way: exit code 2. */
export class UsageError extends BoathookError {
  readonly faults: readonly Fault[];

  constructor(message: string, faults: readonly Fault[] = []) {
    super(message, { code: "usage" });
    this.faults = faults;
  }

  static override is(value: unknown): value is UsageError {
    return BoathookError.is(value) && value.code === "usage";
  }

  /** One sentence for several things that are wrong with options. */
  static ofFaults(faults: readonly Fault[]): UsageError {
    return new UsageError(faults.map(formatFault).join("\n"), faults);
  }
}

/** What is told of something that went wrong. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly faults: readonly Fault[];
  /** 1, 2 for a wrong call, 130 after Ctrl-C. */
  readonly exitCode: number;
}

/** What is told of anything thrown. */
export function failureOf(error: unknown): Failure {
  if (UsageError.is(error)) return { code: "usage", message: error.message, faults: error.faults, exitCode: 2 };
  const faults = ConfigurationError.is(error) ? error.faults : [];
  const code = BoathookError.is(error) ? error.code : "failed";
  return { code, message: errorMessage(error), faults, exitCode: 1 };
}
