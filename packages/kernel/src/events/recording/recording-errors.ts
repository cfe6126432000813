import { BoathookError } from "../../errors/boathook-error.ts";
import { errorMessage } from "../../errors/is-error.ts";

/** A file of recorded events could not be opened. */
export class RecordingError extends BoathookError {
  readonly file: string;

  constructor(doing: "write" | "read", file: string, cause: unknown) {
    super(`Cannot ${doing} the recording of events ${file}: ${errorMessage(cause)}`, {
      code: "recording_failed",
      cause,
    });
    this.file = file;
  }

  static override is(value: unknown): value is RecordingError {
    return BoathookError.is(value) && value.code === "recording_failed";
  }
}
