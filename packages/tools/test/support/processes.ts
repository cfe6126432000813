import { readFile } from "node:fs/promises";

/** True while a process runs; one that has ended and was not yet collected does not. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    const facts = await readFile(`/proc/${pid}/stat`, "utf8");
    return !/\) [ZX] /.test(facts);
  } catch {
    return false;
  }
}

/** Waits until a process has ended; false when it has not after two seconds. */
export async function ends(pid: number): Promise<boolean> {
  for (let round = 0; round < 100; round += 1) {
    if (!(await isRunning(pid))) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}
