/** What may be decided about an operation. */
export type Permission = "allow" | "ask" | "deny";

/** What one hook said. */
export interface HookAnswer {
  readonly decision: Permission | undefined;
  /** Why, for the model and for people. */
  readonly reason: string | undefined;
  /** The tool's arguments from now on. */
  readonly modifiedInput: Readonly<Record<string, unknown>> | undefined;
  /** The tool's result from now on. */
  readonly modifiedOutput: string | undefined;
  /** For people. */
  readonly messages: readonly string[];
  /** For the model. */
  readonly context: readonly string[];
  /** The agent is to go on, with this text. */
  readonly continueReason: string | undefined;
  /** The agent is to stop, for this reason. */
  readonly halt: string | undefined;
  /** A denied call may be tried again. */
  readonly retry: boolean;
  /** What could not be read, or does not count here: for the log. */
  readonly notices: readonly string[];
}

/** A hook that had nothing to say. */
export const SILENT: HookAnswer = {
  decision: undefined,
  reason: undefined,
  modifiedInput: undefined,
  modifiedOutput: undefined,
  messages: [],
  context: [],
  continueReason: undefined,
  halt: undefined,
  retry: false,
  notices: [],
};

/** An answer of some of its parts. */
export function answerOf(parts: Partial<HookAnswer>): HookAnswer {
  return { ...SILENT, ...parts };
}
