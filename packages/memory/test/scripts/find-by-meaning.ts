// Run by a test as a process of its own: the local embedding model finds what has none of the words.
import { localEmbedder, Memory } from "../../src/index.ts";

const memory = new Memory({ file: ":memory:", embedder: localEmbedder() });
for (const text of ["The canteen serves soup at noon", "The harbour is closed", "Invoices are paid on Friday"])
  await memory.remember(text);
const matches = await memory.recall("Where can I have lunch?");
process.stdout.write(`${matches[0]?.text ?? "nothing"}\n${String(matches.length)}\n`);
await memory.close();
