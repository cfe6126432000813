/** One question, as a `HumanInput` gets it. */
export interface HumanQuestion {
  readonly prompt: string;
  readonly defaultMessage: string;
  /** Aborts when nobody waits for the answer any more: the run was cancelled, or the time is up. */
  readonly signal: AbortSignal;
}

/** How a person is asked. Throws `HumanInputUnavailableError` when nobody can answer. */
export interface HumanInput {
  /** True: many questions may be open at once. Default false: the next one is asked when the one before it is over. */
  readonly concurrent?: boolean;
  ask(request: HumanQuestion): Promise<string>;
}
