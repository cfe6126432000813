import { mkdir, open } from "node:fs/promises";
import path from "node:path";

/** Adds one line to a file, in one write at its end: lines of several tasks or processes never run into each other. Makes the folder. `mode`: who may read a file that is made. */
export async function appendLine(file: string, line: string, mode = 0o666): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const handle = await open(file, "a", mode);
  try {
    const bytes = Buffer.from(`${line}\n`, "utf8");
    for (let written = 0; written < bytes.length;) {
      written += (await handle.write(bytes, written)).bytesWritten; // a second time only on a disk that is full, or too slow
    }
  } finally {
    await handle.close();
  }
}
