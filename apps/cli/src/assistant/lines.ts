import { createInterface, type Interface } from "node:readline";

/** The lines of standard input, one at a time: for a conversation, and for the questions within it. */
export class Lines {
  readonly isTerminal = process.stdin.isTTY && process.stdout.isTTY;
  readonly #input: Interface;
  readonly #waiting: string[] = [];
  #isOver = false;
  #wake: (() => void) | undefined;

  /** `interrupted` hears of every Ctrl-C. */
  constructor(interrupted: () => void) {
    this.#input = createInterface({
      input: process.stdin,
      ...(this.isTerminal && { output: process.stdout }),
      terminal: this.isTerminal,
    });
    this.#input.on("line", (line) => {
      this.#waiting.push(line);
      this.#wake?.();
    });
    this.#input.on("close", () => {
      this.#isOver = true;
      this.#wake?.();
    });
    this.#input.on("SIGINT", interrupted); // a terminal that is read has no signals
    process.on("SIGINT", interrupted);
    this.close = () => {
      process.removeListener("SIGINT", interrupted);
      this.#input.close();
    };
  }

  readonly close: () => void;

  /** The next line; undefined at the end of the input. */
  async next(prompt: string): Promise<string | undefined> {
    if (this.isTerminal && !this.#isOver) {
      this.#input.setPrompt(prompt);
      this.#input.prompt();
    }
    while (this.#waiting.length === 0 && !this.#isOver) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#waiting.shift();
  }
}
