// Run by a test as a process of its own: saves memories one after another and says of each when it is acknowledged.
import { Memory } from "../../src/index.ts";

const [, , file = "", name = "", count = "0"] = process.argv;
const memory = new Memory({ file });
for (let n = 0; n < Number(count); n += 1) {
  await memory.remember(`${name} number ${n} knows the tides`, { scope: `/crew/${name}` });
  process.stdout.write(`${n}\n`);
  if (n % 10 === 0) await memory.recall(`what does ${name} know of tides?`);
}
await memory.close();
