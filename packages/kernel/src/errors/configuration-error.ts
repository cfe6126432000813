import { BoathookError } from "./boathook-error.ts";

/** One thing that is wrong with a configuration, and where. */
export interface Fault {
  readonly message: string;
  /** Where in the value, dotted: `tasks.research.agent`; `""` is the value itself. */
  readonly path: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly suggestion?: string;
}

/** Something the user declared is wrong. All faults are reported together, before anything runs. */
export class ConfigurationError extends BoathookError {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[], options: { subject?: string; code?: string; cause?: unknown } = {}) {
    super(summary(faults, options.subject ?? "configuration"), {
      code: options.code ?? "invalid_configuration",
      ...causeOf(options),
    });
    this.faults = faults;
  }

  static override is(value: unknown): value is ConfigurationError {
    return BoathookError.is(value) && Array.isArray((value as { faults?: unknown }).faults);
  }

  override toJSON(): unknown {
    return { name: this.name, code: this.code, message: this.message, faults: this.faults };
  }
}

/** The inputs of a kickoff are no plain object, or do not fit the state's schema. */
export class InvalidInputsError extends ConfigurationError {
  constructor(faults: readonly Fault[], options: { subject?: string; cause?: unknown } = {}) {
    super(faults, { subject: "inputs", ...options, code: "invalid_inputs" });
  }

  static override is(value: unknown): value is InvalidInputsError {
    return ConfigurationError.is(value) && value.code === "invalid_inputs";
  }
}

/** One line for a fault: `file:line:column: path: message (suggestion)`, leaving out what is not known. */
export function formatFault(fault: Fault): string {
  const where = [fault.file, fault.line, fault.column].filter((part) => part !== undefined).join(":");
  const text = [where, fault.path, fault.message].filter((part) => part !== "").join(": ");
  return fault.suggestion === undefined ? text : `${text} (${fault.suggestion})`;
}

function summary(faults: readonly Fault[], subject: string): string {
  const [first] = faults;
  if (faults.length === 1 && first !== undefined) return `Invalid ${subject}: ${formatFault(first)}`;
  return `Invalid ${subject}, ${faults.length} faults:\n${faults.map((fault) => `  - ${formatFault(fault)}`).join("\n")}`;
}

function causeOf(options: { cause?: unknown }): { cause?: unknown } {
  return "cause" in options ? { cause: options.cause } : {};
}
