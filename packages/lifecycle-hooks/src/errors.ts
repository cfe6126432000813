import { BoathookError } from "@boathook/kernel";

/** What can be wrong with a use of the registry, or with a hook that was to stop something. */
export type LifecycleErrorCode =
  | "hook_not_found"
  | "builtin_reserved"
  | "builtin_not_removable"
  | "invalid_payload"
  | "unreadable_state"
  | "timeout"
  | "lifecycle_aborted";

/** Anything that the registry refuses, and the error of an abort that came without one; `code` says which. */
export class LifecycleError extends BoathookError {
  declare readonly code: LifecycleErrorCode;

  constructor(code: LifecycleErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, { code, ...options });
  }

  static override is(value: unknown): value is LifecycleError {
    return BoathookError.is(value) && value.name === "LifecycleError";
  }
}
