import type { Message, TokenUsage } from "@boathook/models";
import type { ErrorDescription } from "@boathook/kernel";

/** What came of a message. */
export interface TurnResult {
  /** `skipped`: a hook had it left out, and no model was asked. */
  readonly status: "ok" | "error" | "skipped";
  readonly turnId: string;
  /** The answer; empty where there is none. */
  readonly text: string;
  readonly usage: TokenUsage;
  /** Of an error; the very thing that was thrown. */
  readonly error: unknown;
}

/** A turn as the conversation keeps it. */
export interface StoredTurn {
  readonly id: string;
  readonly status: TurnResult["status"];
  /** What the person said, as hooks left it. */
  readonly text: string;
  readonly response: string;
  /** What later turns show the model of it: calls of tools and their results, and the answer. */
  readonly messages: readonly Message[];
  readonly error: ErrorDescription | undefined;
  /** Whether memories of it were to be kept, as things stood then. */
  readonly isToBeRemembered: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The summary that stands for the turns before it. */
export interface StoredSummary {
  readonly summary: string;
  /** How many turns it stands for. */
  readonly turns: number;
}
