import { createInterface, type Interface } from "node:readline/promises";
import { stripVTControlCharacters, styleText } from "node:util";

import { service } from "@boathook/kernel";

import { HumanInputUnavailableError } from "../errors.ts";
import type { HumanInput, HumanQuestion } from "./human-input-port.ts";
import { ProgressDisplayService } from "./progress-display.ts";

/** The two ends of a terminal. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean; readonly readableEnded?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/**
 * Asks on a terminal: the prompt, the default message, one line read, while the progress display stands still. Without a terminal, or when the
 * input closes, nobody can answer. Ctrl-C is passed on to the process.
 */
export function createConsoleHumanInput(terminal: () => Terminal): HumanInput {
  return {
    async ask(question) {
      const { input, output } = terminal();
      if (input.isTTY !== true) throw new HumanInputUnavailableError("there is no terminal to ask on");
      if (input.readableEnded === true) throw new HumanInputUnavailableError("the input was closed");
      const display = service(ProgressDisplayService);
      display.pause();
      try {
        const answer = await readLine({ input, output }, question);
        if (answer.trim() !== "") output.write(`\n${paint("cyan", "Processing your input...", output)}\n`);
        return answer;
      } finally {
        display.resume();
      }
    },
  };
}

/** Asks on the process's own terminal; questions go to standard error, so that standard output stays the program's. */
export const consoleHumanInput: HumanInput = createConsoleHumanInput(() => ({
  input: process.stdin,
  output: process.stderr,
}));

async function readLine({ input, output }: Terminal, question: HumanQuestion): Promise<string> {
  const reader = createInterface({ input, output });
  const closed = whenClosed(reader);
  const prompt = paint(["bold", "yellow"], plain(question.prompt), output);
  const message = paint("cyan", plain(question.defaultMessage), output);
  try {
    return await Promise.race([reader.question(`\n${prompt}\n${message} `, { signal: question.signal }), closed]);
  } finally {
    reader.close();
  }
}

/** Rejects when the input ends, or with Ctrl-C, which a terminal under readline gives to nobody else. */
function whenClosed(reader: Interface): Promise<never> {
  const closed = new Promise<never>((_resolve, reject) => {
    reader.once("close", () => {
      reject(new HumanInputUnavailableError("the input was closed"));
    });
  });
  closed.catch(() => undefined); // an answered question closes its reader too
  reader.once("SIGINT", () => {
    reader.close();
    process.kill(process.pid, "SIGINT");
  });
  return closed;
}

/** Prompts quote what a model wrote: it must not move the cursor, or hide what is being approved. */
function plain(text: string): string {
  // eslint-disable-next-line no-control-regex -- every control character but tab and new line
  return stripVTControlCharacters(text).replace(/[\x00-\x08\x0B-\x1F\x7F-\x9F]/g, "");
}

function paint(style: Parameters<typeof styleText>[0], text: string, output: Terminal["output"]): string {
  return output.isTTY === true && !process.env.NO_COLOR ? styleText(style, text) : text;
}
