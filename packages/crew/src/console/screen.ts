/** Where the console listener writes. */
export interface ScreenOutput {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** What a line tells. */
export type Mood = "begun" | "good" | "bad" | "note";

/** One line to be shown. */
export interface ShownLine {
  readonly depth: number;
  readonly mood: Mood;
  readonly text: string;
}

/** Writes lines, above a last line that says what is under way. */
export interface Screen {
  readonly write: (line: ShownLine) => void;
  /** Replaces the last line; undefined takes it away. */
  readonly status: (text: string | undefined) => void;
}

/** A screen for people where `isTTY`, else one for files: a plain line each, and no last line. */
export function createScreen(output: ScreenOutput, isTTY: boolean): Screen {
  return isTTY ? new LiveScreen(output) : new PlainScreen(output);
}

const INDENT = "  ";

class PlainScreen implements Screen {
  readonly #output: ScreenOutput;

  constructor(output: ScreenOutput) {
    this.#output = output;
  }

  readonly write = ({ depth, text }: ShownLine): void => {
    this.#output.write(`${INDENT.repeat(depth)}${text}\n`);
  };

  readonly status = (): void => undefined;
}

const SIGNS: Readonly<Record<Mood, string>> = { begun: "▸", good: "✔", bad: "✖", note: "•" };
const COLOURS: Readonly<Record<Mood, number>> = { begun: 36, good: 32, bad: 31, note: 33 };
const GREY = 90;
const CLEAR_LINE = "\r\u001b[2K";
const DEFAULT_COLUMNS = 80;

class LiveScreen implements Screen {
  readonly #output: ScreenOutput;
  #status: string | undefined;

  constructor(output: ScreenOutput) {
    this.#output = output;
  }

  readonly write = ({ depth, mood, text }: ShownLine): void => {
    const line = `${INDENT.repeat(depth)}${paint(COLOURS[mood], SIGNS[mood])} ${text}`;
    this.#output.write(`${this.#cleared()}${line}\n${this.#drawn()}`);
  };

  readonly status = (text: string | undefined): void => {
    if (text === this.#status) return;
    const cleared = this.#cleared();
    this.#status = text;
    this.#output.write(`${cleared}${this.#drawn()}`);
  };

  #cleared(): string {
    return this.#status === undefined ? "" : CLEAR_LINE;
  }

  #drawn(): string {
    if (this.#status === undefined) return "";
    const { columns = DEFAULT_COLUMNS } = this.#output;
    return paint(GREY, this.#status.slice(0, Math.max(0, columns - 1))); // a line that wraps could not be cleared
  }
}

function paint(colour: number, text: string): string {
  return process.env.NO_COLOR ? text : `\u001b[${colour}m${text}\u001b[39m`;
}
