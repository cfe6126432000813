const BRAND = Symbol.for("boathook:lifecycle-result");

/** What a handler says; made by `HookResult`. Nothing returned is Continue. */
export type HookResult = { readonly [BRAND]: true } & (
  | { readonly kind: "continue" }
  | { readonly kind: "continue_with"; readonly data: unknown }
  | { readonly kind: "skip"; readonly reason: string | undefined }
  | { readonly kind: "abort"; readonly error: unknown }
);

/** The four answers of a hook. */
export const HookResult = {
  /** Go on. */
  Continue: Object.freeze<HookResult>({ [BRAND]: true, kind: "continue" }),
  /** Go on, with data: later hooks read it as `upstream`, the host in the outcome, and keys that the event lets hooks rewrite replace the payload's. */
  ContinueWith: (data: unknown): HookResult =>
    Object.freeze<HookResult>({ [BRAND]: true, kind: "continue_with", data }),
  /** Run no later hook; at a gate the operation is left out, and that is no error. */
  Skip: (reason?: string): HookResult => Object.freeze<HookResult>({ [BRAND]: true, kind: "skip", reason }),
  /** Stop: a text or an error says why. Of a parallel hook it is only recorded. */
  Abort: (error: unknown): HookResult => Object.freeze<HookResult>({ [BRAND]: true, kind: "abort", error }),
};

/** True for what `HookResult` makes, also that of a second copy of the package. */
export function isHookResult(value: unknown): value is HookResult {
  return typeof value === "object" && value !== null && BRAND in value;
}
