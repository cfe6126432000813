// Run by a test as a process of its own: kicks a recorded flow off on each of these files, and prints the code of what went wrong.
import { BoathookError } from "@boathook/kernel";

import { Flow, SqliteEngine, Start } from "../../../src/index.ts";

class Single extends Flow {
  one(): string {
    return "one";
  }
}
const descriptor = Object.getOwnPropertyDescriptor(Single.prototype, "one");
if (descriptor !== undefined) Start()(Single.prototype, "one", descriptor);

// Everything is loaded by now, also what only root may read.
await import("libsql");
const { RUN_AS } = process.env;
if (RUN_AS !== undefined) process.setuid?.(Number(RUN_AS));

for (const file of process.argv.slice(2)) {
  const engine = new SqliteEngine({ file });
  const outcome = await new Single({ engine }).kickoff().then(
    () => "fine",
    (error: unknown) => (BoathookError.is(error) ? error.code : String(error)),
  );
  process.stdout.write(`${outcome}\n`);
}
