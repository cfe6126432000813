/** How a person is asked. Throws `HumanInputUnavailableError` when nobody can answer. */
export interface HumanInput {
  ask(request: { prompt: string; defaultMessage: string; signal: AbortSignal }): Promise<string>;
}
