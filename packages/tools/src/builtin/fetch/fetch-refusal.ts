import { BoathookError } from "@boathook/kernel";

/** Why a page is not fetched, or what came is not given; `reason` is that of the tool's failure. */
export class FetchRefusal extends BoathookError {
  readonly reason: string;
  readonly isRetryable: boolean;

  constructor(reason: string, message: string, options: { cause?: unknown; isRetryable?: boolean } = {}) {
    super(message, { code: "fetch_refused", ...("cause" in options ? { cause: options.cause } : {}) });
    this.reason = reason;
    this.isRetryable = options.isRetryable ?? false;
  }

  static override is(value: unknown): value is FetchRefusal {
    return BoathookError.is(value) && value.code === "fetch_refused";
  }
}
