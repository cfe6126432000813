import { readOptions } from "@boathook/kernel";
import { z } from "zod";

/** What a failed tool call does to the run: nothing, be recorded (the default), or end it. */
export type FailurePolicy = "ignore" | "warn" | "raise";

/** What a `ToolFailure` is made of. */
export interface ToolFailureOptions {
  /** What the model reads. */
  message: string;
  /** A short tag for programs; default `"failed"`. The framework's own: `exception`, `timeout`, `usage_limit`, `unknown_tool`, `invalid_input`, `invalid_output`. */
  reason?: string | undefined;
  /** The tool's own error code. */
  code?: string | undefined;
  /** True when the same call may succeed later; default false. */
  retryable?: boolean | undefined;
  /** Whatever programs need to know of it. */
  details?: unknown;
}

/** A tool's way to say that it did not do what it was asked for; returned, not thrown. The framework's own failures have the same shape. */
export class ToolFailure {
  readonly message: string;
  readonly reason: string;
  readonly code: string | undefined;
  readonly retryable: boolean;
  readonly details: unknown;

  constructor(options: ToolFailureOptions) {
    const read = readOptions(optionsSchema, options, { subject: "tool failure" });
    this.message = read.message;
    this.reason = read.reason ?? "failed";
    this.code = read.code;
    this.retryable = read.retryable ?? false;
    this.details = read.details;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** True for any tool failure, also one of a second copy of the package. */
  static is(value: unknown): value is ToolFailure {
    return typeof value === "object" && value !== null && BRAND in value;
  }
}

const BRAND = Symbol.for("boathook:tool-failure");

const optionsSchema = z.strictObject({
  message: z.string(),
  reason: z.string().min(1).optional(),
  code: z.string().optional(),
  retryable: z.boolean().optional(),
  details: z.unknown().optional(),
});
