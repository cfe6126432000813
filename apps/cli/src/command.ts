/** What a command was given: its arguments by their names, its options by theirs. */
export type Given = Readonly<Record<string, unknown>>;

/** What a command gives back. */
export interface Answer {
  /** For `--json`: what stands under `data`. */
  readonly data: unknown;
  /** For people. */
  readonly lines: readonly string[];
  /** Default 0. */
  readonly exitCode?: number | undefined;
}

/** What a command may use of its process. */
export interface Surroundings {
  /** Aborts on Ctrl-C; a second Ctrl-C ends the process. */
  readonly signal: AbortSignal;
  readonly isJson: boolean;
  /** To standard error. */
  readonly note: (line: string) => void;
}

/** One command, loaded when it is called. */
export interface CommandModule {
  readonly run: (given: Given, around: Surroundings) => Promise<Answer>;
}

/** How a command is called. Flags and arguments are written as commander reads them. */
export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  readonly args?: readonly (readonly [name: string, summary: string])[];
  readonly options?: readonly (readonly [flags: string, summary: string])[];
  /** Options of which only one may be given. */
  readonly exclusive?: readonly (readonly string[])[];
  /** True: the command keeps Ctrl-C for itself. */
  readonly handlesInterrupts?: boolean;
  readonly load: () => Promise<CommandModule>;
}
