// Runs the command lines that standard input has (a JSON array of arrays), one after another in one process, and ends each one's output with its exit code.
import { text } from "node:stream/consumers";

import { runCommandLine } from "../../src/run-command-line.ts";

for (const args of JSON.parse(await text(process.stdin)) as string[][]) {
  const code = await runCommandLine(args);
  process.stdout.write(`\0${code}\0`);
  process.stderr.write(`\0`);
}
