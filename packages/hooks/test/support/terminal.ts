import { PassThrough } from "node:stream";

import type { Terminal } from "../../src/index.ts";

/** A terminal of pipes: `type` writes what a person types, `shown` is what stands on the screen. */
export function pipedTerminal(): {
  terminal: Terminal;
  type: (text: string) => void;
  close: () => void;
  shown: () => string;
} {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = new PassThrough();
  let text = "";
  output.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return {
    terminal: { input, output },
    type: (typed) => input.write(typed),
    close: () => input.end(),
    shown: () => text,
  };
}
