import { BoathookError } from "@boathook/kernel";

/** Thrown by a hook to stop the operation it watches; propagates as it is, and is never retried. The message is the reason. */
export class HookAborted extends BoathookError {
  readonly reason: string;
  /** Who stopped it; where the hook named nobody, the engine puts the hook function here. */
  source: unknown;
  /** Tells events that this was a deliberate stop. */
  readonly aborted = true;

  constructor(reason: string, source?: unknown, options: { cause?: unknown; code?: string } = {}) {
    super(reason, { code: options.code ?? "hook_aborted", ...("cause" in options ? { cause: options.cause } : {}) });
    this.reason = reason;
    this.source = source;
    Object.defineProperty(this, ABORT_BRAND, { value: true });
  }

  static override is(value: unknown): value is HookAborted {
    return typeof value === "object" && value !== null && ABORT_BRAND in value;
  }
}

const ABORT_BRAND = Symbol.for("boathook:hook-aborted");

/** The reason of a hook that returned `false`: events show it, but it tells nobody anything, so the message is without it. */
const PLAIN_NO = "before_llm_call hook returned False";

/** A hook before a model call said no. Not retried. */
export class LlmCallBlockedError extends HookAborted {
  constructor(abort: HookAborted) {
    const text = "LLM call blocked by before_llm_call hook";
    const isPlainNo = abort.reason === "" || abort.reason === PLAIN_NO;
    super(isPlainNo ? text : `${text}: ${abort.reason}`, abort.source, {
      cause: abort,
      code: "llm_call_blocked",
    });
    // `reason` is the hook's own; the message is the sentence above.
    Object.defineProperty(this, "reason", { value: abort.reason, enumerable: true });
  }

  static override is(value: unknown): value is LlmCallBlockedError {
    return isAbortWith(value, "llm_call_blocked");
  }
}

/** True for a HookAborted with exactly this code. */
function isAbortWith(value: unknown, code: string): boolean {
  return HookAborted.is(value) && value.code === code;
}

/** A hook, a task or a flow asked a person, and nobody can answer: no terminal, closed input, or no answer in time. */
export class HumanInputUnavailableError extends HookAborted {
  constructor(reason: string, options: { cause?: unknown } = {}) {
    super(reason, "human-input", { ...options, code: "human_input_unavailable" });
  }

  static override is(value: unknown): value is HumanInputUnavailableError {
    return isAbortWith(value, "human_input_unavailable");
  }
}

/** A dialect's answer "do not do it, and it is no error": the operation is left out, the run goes on. Ordinary hooks never give it. */
export class SkipOperation extends BoathookError {
  readonly reason: string;
  source: unknown;

  constructor(reason: string, source?: unknown) {
    super(reason, { code: "operation_skipped" });
    this.reason = reason;
    this.source = source;
  }

  static override is(value: unknown): value is SkipOperation {
    return BoathookError.is(value) && value.code === "operation_skipped";
  }
}

/** Says where a hook error belongs. */
interface HookErrorOptions {
  readonly point: string;
  readonly hook: string;
  readonly cause?: unknown;
}

class HookError extends BoathookError {
  readonly point: string;
  readonly hook: string;

  constructor(message: string, code: string, options: HookErrorOptions) {
    super(message, { code, ...("cause" in options ? { cause: options.cause } : {}) });
    this.point = options.point;
    this.hook = options.hook;
  }
}

/** A hook replaced a value by one that cannot stand there. */
export class InvalidHookResultError extends HookError {
  constructor(expected: string, came: string, options: HookErrorOptions) {
    super(
      `Hook "${options.hook}" left ${came} at ${options.point}, where ${expected} must be. Return that, or nothing.`,
      "invalid_hook_result",
      options,
    );
  }

  static override is(value: unknown): value is InvalidHookResultError {
    return isErrorWith(value, "invalid_hook_result");
  }
}

/** A hook was registered wrongly: no function, an unknown point, a bad filter, a member that cannot be a hook. */
export class HookRegistrationError extends HookError {
  constructor(message: string, options: HookErrorOptions) {
    super(message, "invalid_hook", options);
  }

  static override is(value: unknown): value is HookRegistrationError {
    return isErrorWith(value, "invalid_hook");
  }
}

/** A hook reached itself again, eight times over. */
export class HookRecursionError extends HookError {
  constructor(options: HookErrorOptions) {
    super(
      `Hook "${options.hook}" at ${options.point} reached itself 8 times over, through what it starts itself. Let it look whether it is already running, or filter it.`,
      "hook_recursion",
      options,
    );
  }

  static override is(value: unknown): value is HookRecursionError {
    return isErrorWith(value, "hook_recursion");
  }
}

/** A hook took longer than its `timeoutMs`; its late answer is ignored. */
export class HookTimeoutError extends HookError {
  constructor(limitMs: number, options: HookErrorOptions) {
    super(`Hook "${options.hook}" at ${options.point} took longer than its ${limitMs} ms.`, "hook_timeout", options);
  }

  static override is(value: unknown): value is HookTimeoutError {
    return isErrorWith(value, "hook_timeout");
  }
}

/** True for a Boathook error with exactly this code. */
function isErrorWith(value: unknown, code: string): boolean {
  return BoathookError.is(value) && value.code === code;
}
