import { watch } from "node:fs";
import path from "node:path";

import { errorMessage, log } from "@boathook/kernel";

/** Editors write a file in several steps. */
const SETTLE_MS = 50;

/** Calls back when the file was written, moved or replaced; keeps no process alive. Gives the function that stops it. */
export function watchFile(file: string, changed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const name = path.basename(file);
  // The folder, not the file: a file that is moved into place is another one.
  const watcher = watch(path.dirname(file), { persistent: false }, (_event, about) => {
    if (about !== null && about !== name) return;
    clearTimeout(timer);
    timer = setTimeout(changed, SETTLE_MS).unref();
  });
  watcher.on("error", (error) => {
    log("warn", { file, error: errorMessage(error) }, "a file is not watched any more");
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
