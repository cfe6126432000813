import { currentFrame } from "@boathook/kernel";

import { ToolFailure } from "../../tool-failure.ts";
import { readLines } from "./read-lines.ts";
import { asFailure } from "./refusal.ts";
import { Root } from "./root.ts";
import { walk } from "./walk.ts";

/** The text of a file below a folder, by a path that is not trusted; a failure where it leads out, is no text, or has more than `maxLength` characters. */
export function readConfinedText(root: string, path: string, maxLength: number): Promise<string | ToolFailure> {
  const { signal } = currentFrame();
  const range = { fromLine: 1, lineCount: Number.MAX_SAFE_INTEGER, maxLength, signal };
  return asFailure(path, () =>
    new Root(root).file(path, async (file) => {
      const { text, nextLine } = await readLines(file, range);
      if (nextLine === undefined) return text;
      return new ToolFailure({ reason: "too_large", message: `"${path}" has more than ${maxLength} characters.` });
    }),
  );
}

/** The files below a folder, links left out, by path, at most `max`. */
export function listConfinedFiles(root: string, max: number): Promise<readonly string[] | ToolFailure> {
  const { signal } = currentFrame();
  return asFailure(".", () =>
    new Root(root).directory("", async (directory) => {
      const files: string[] = [];
      for await (const { path, kind } of walk(directory, { recursive: true, ignore: IGNORED, signal })) {
        if (kind === "file") files.push(path);
        if (files.length === max) break;
      }
      return files;
    }),
  );
}

const IGNORED: ReadonlySet<string> = new Set([".git", "node_modules"]);
