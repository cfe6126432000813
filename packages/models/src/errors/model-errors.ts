import { BoathookError } from "@boathook/kernel";

/** What is known about a failed call; times in ms. */
export interface ModelFailure {
  readonly status?: number | undefined;
  readonly isRetryable?: boolean | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
  readonly code?: string;
}

/** A call of a model failed: the service said no, could not be reached, or answered with something unreadable. */
export class ModelCallError extends BoathookError {
  /** The HTTP status, where there was an answer. */
  readonly status: number | undefined;
  /** True when the same call may succeed later. */
  readonly isRetryable: boolean;
  /** How long the service asked to wait, in ms. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, failure: ModelFailure = {}) {
    super(message, {
      code: failure.code ?? "model_call_failed",
      ...("cause" in failure ? { cause: failure.cause } : {}),
    });
    this.status = failure.status;
    this.isRetryable = failure.isRetryable ?? false;
    this.retryAfterMs = failure.retryAfterMs;
  }

  static override is(value: unknown): value is ModelCallError {
    return BoathookError.is(value) && CODES.has(value.code);
  }
}

const CODES: ReadonlySet<string> = new Set(["model_call_failed", "context_window_exceeded", "tools_unsupported"]);

/** The model, or the server it runs on, takes no tools; an agent goes on in text mode. */
export class ToolsUnsupportedError extends ModelCallError {
  constructor(message: string, failure: Omit<ModelFailure, "isRetryable" | "code"> = {}) {
    super(message, { ...failure, isRetryable: false, code: "tools_unsupported" });
  }

  static override is(value: unknown): value is ToolsUnsupportedError {
    return BoathookError.is(value) && value.code === "tools_unsupported";
  }
}

/** The conversation is longer than the model can read. */
export class ContextWindowExceededError extends ModelCallError {
  constructor(message: string, failure: Omit<ModelFailure, "isRetryable" | "code"> = {}) {
    super(message, { ...failure, isRetryable: false, code: "context_window_exceeded" });
  }

  static override is(value: unknown): value is ContextWindowExceededError {
    return BoathookError.is(value) && value.code === "context_window_exceeded";
  }
}

/** A model's provider package is missing; the message is the line that installs it. */
export class ProviderNotInstalledError extends BoathookError {
  readonly packageName: string;

  constructor(model: string, packageName: string, options: { range: string; cause?: unknown }) {
    super(
      `The model "${model}" needs the package ${packageName}, which is not installed. Run: npm install ${packageName}@${options.range}`,
      { code: "provider_not_installed", ...("cause" in options ? { cause: options.cause } : {}) },
    );
    this.packageName = packageName;
  }

  static override is(value: unknown): value is ProviderNotInstalledError {
    return BoathookError.is(value) && value.code === "provider_not_installed";
  }
}

/** An answer could not be read as the object that its output schema asks for. */
export class OutputConversionError extends BoathookError {
  readonly attempts: number;
  /** What was wrong with the last answer. */
  readonly lastError: unknown;
  /** The answer as it came, where it is known. */
  readonly raw: string | undefined;

  constructor(
    problem: string,
    options: { attempts?: number; lastError?: unknown; raw?: string | undefined; cause?: unknown } = {},
  ) {
    super(`The answer does not fit the output schema: ${problem}.`, {
      code: "output_conversion_failed",
      ...("cause" in options ? { cause: options.cause } : {}),
    });
    this.attempts = options.attempts ?? 1;
    this.lastError = options.lastError ?? problem;
    this.raw = options.raw;
  }

  static override is(value: unknown): value is OutputConversionError {
    return BoathookError.is(value) && value.code === "output_conversion_failed";
  }
}
