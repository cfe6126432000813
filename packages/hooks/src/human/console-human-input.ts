import { createInterface } from "node:readline/promises";

import { HumanInputUnavailableError } from "../errors.ts";
import type { HumanInput } from "./human-input-port.ts";

/** Asks on the terminal: the prompt, the default message, one line read. Without a terminal, or when the input closes, nobody can answer. */
export const consoleHumanInput: HumanInput = {
  async ask({ prompt, defaultMessage, signal }) {
    if (!process.stdin.isTTY) throw new HumanInputUnavailableError("there is no terminal to ask on");
    const reader = createInterface({ input: process.stdin, output: process.stderr });
    const closed = new Promise<never>((_, reject) => {
      reader.once("close", () => {
        reject(new HumanInputUnavailableError("the input was closed"));
      });
    });
    try {
      return await Promise.race([reader.question(`\n${prompt}\n${defaultMessage} `, { signal }), closed]);
    } finally {
      closed.catch(() => undefined);
      reader.close();
    }
  },
};
