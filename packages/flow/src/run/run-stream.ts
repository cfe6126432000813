import type { BoathookEvent } from "@boathook/kernel";

/** A run that is watched piece by piece. It starts at the first iteration, or when `result` is awaited. */
export interface RunStream<T> extends AsyncIterable<StreamFrame> {
  /** What kickoff would give; rejects as kickoff would. */
  readonly result: Promise<T>;
  /** Cancels the run. */
  cancel(reason?: unknown): void;
}

/** One piece of a watched run. */
export interface StreamFrame {
  readonly channel: "lifecycle" | "flow" | "llm" | "tool" | "custom";
  readonly type: string;
  /** Counts up in one execution. */
  readonly sequence: number;
  readonly text: string | undefined;
  readonly event: BoathookEvent | undefined;
  readonly data: unknown;
}
