// Run by a test as a process of its own: says whether the native library is loaded, before and after a store was used.
import { Memory } from "../../src/index.ts";

const isLoaded = (): boolean => {
  const { sharedObjects } = process.report.getReport() as unknown as { sharedObjects: string[] }; // not typed
  return sharedObjects.some((file) => file.includes("libsql"));
};
const memory = new Memory({ file: ":memory:" });
process.stdout.write(`${String(isLoaded())}\n`);
await memory.recall("anything");
process.stdout.write(`${String(isLoaded())}\n`);
