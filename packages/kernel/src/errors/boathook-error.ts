import { errorMessage, isError } from "./is-error.ts";

const BRAND = Symbol.for("boathook:error");

/** The base of every error that Boathook throws: a stable `code` for programs, a sentence for people, the `cause` for both. */
export class BoathookError extends Error {
  /** Stable across releases; see the table of codes in the documentation. */
  readonly code: string;

  constructor(message: string, options: { code: string; cause?: unknown }) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.name = new.target.name;
    this.code = options.code;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** True for any Boathook error, also one of a second copy of the package. */
  static is(value: unknown): value is BoathookError {
    return typeof value === "object" && value !== null && BRAND in value;
  }

  /** Name, code and message; never the stack, which holds paths of the machine. */
  toJSON(): unknown {
    return { name: this.name, code: this.code, message: this.message };
  }
}

/** What events show of something thrown: `aborted` is true for a deliberate stop (a hook's abort, a cancellation). */
export interface ErrorDescription {
  readonly name: string;
  readonly code: string | undefined;
  readonly message: string;
  readonly aborted: boolean;
}

/** Turns anything thrown into the plain form that events, logs and stored state carry. */
export function describeError(thrown: unknown): ErrorDescription {
  if (!isError(thrown)) return { name: "NonError", code: undefined, message: errorMessage(thrown), aborted: false };
  const { code, aborted } = thrown as Error & { code?: unknown; aborted?: unknown };
  return {
    name: thrown.name,
    code: typeof code === "string" ? code : undefined,
    message: thrown.message,
    aborted: aborted === true,
  };
}
