/** A value, or a promise of it. */
export type MaybePromise<T> = T | PromiseLike<T>;

/** The named values that a crew or flow is started with. */
export type Inputs = Record<string, unknown>;

/** "No answer" of a hook. */
export type Nothing = null | undefined | void;

/** What every hook context knows of its run. */
export interface RunRefs {
  readonly executionId: string;
  /** Aborts when the run, or the part of it that this hook watches, is cancelled. */
  readonly signal: AbortSignal;
}

/** What a hook asks a person. */
export interface HumanInputRequest {
  readonly prompt: string;
  /** Shown under the prompt; by default an invitation to press Enter or to give feedback. */
  readonly defaultMessage?: string | undefined;
  /** Milliseconds to wait for an answer, from the call on; absent: as long as the run lasts. */
  readonly timeoutMs?: number | undefined;
}

/** Contexts whose hooks may ask a person. */
export interface AsksPeople {
  /** The answer, trimmed; `""` for Enter. Throws `HumanInputUnavailableError`, an abort, when nobody can answer: a gate fails closed. */
  requestHumanInput(request: HumanInputRequest): Promise<string>;
}
