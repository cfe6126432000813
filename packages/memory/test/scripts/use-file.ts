// Run by a test as a process of its own, also as another user (`uid` is a number, or ""): does everything with each file and says how it ended.
import { MemoryStoreError, Memory } from "../../src/index.ts";

const [, , uid = "", ...files] = process.argv;
await new Memory({ file: ":memory:" }).recall("x"); // loads everything while it may still be read
if (uid !== "") process.setuid?.(Number(uid));
for (const file of files) {
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
}
