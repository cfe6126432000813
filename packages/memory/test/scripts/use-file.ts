// Run by a test as a process of its own, also as another user: does everything with a file and says how each thing ended.
import { MemoryStoreError, Memory } from "../../src/index.ts";

const [, , file = "", user] = process.argv;
if (user !== undefined) process.setuid?.(Number(user));
const memory = new Memory({ file });
const steps: Record<string, () => Promise<unknown>> = {
  recall: () => memory.recall("tides and moons"),
  remember: () => memory.remember("one more thing about tides"),
  export: async () => {
    for await (const line of memory.export()) JSON.parse(line);
  },
  forget: () => memory.forget({ scope: "/" }),
};
for (const [name, step] of Object.entries(steps)) {
  try {
    await step();
    process.stdout.write(`${name}: done\n`);
  } catch (error) {
    process.stdout.write(`${name}: ${MemoryStoreError.is(error) ? error.code : String(error)}\n`);
  }
}
await memory.close();
