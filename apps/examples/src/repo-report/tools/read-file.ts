import { tool, type Tool } from "boathook";
import { z } from "zod";

import { codeOf, readTextStart, type Folder } from "./folder.ts";

const MAX_BYTES = 64 * 1024;

/** Reads the beginning of one text file. */
export function readFile(folder: Folder): Tool {
  return tool({
    name: "read_file",
    description: "Read the beginning of one text file of the folder.",
    inputSchema: z.object({
      path: z.string().min(1).describe("path of the file, relative to the folder"),
      maxLines: z.int().positive().max(2_000).default(120).describe("lines to read"),
    }),
    access: "read",
    async execute({ path, maxLines }) {
      const file = await folder.resolve(path);
      const start = await readTextStart(file, MAX_BYTES).catch((error: unknown) => {
        throw new Error(`"${path}" cannot be read: ${codeOf(error)}`, { cause: error });
      });
      if (start === undefined) return `"${path}" is a binary file.`;
      const lines = start.text.split(/\r?\n/);
      const whole = start.complete && lines.length <= maxLines;
      return `${lines.slice(0, maxLines).join("\n")}${whole ? "" : `\n… (the file goes on)`}`;
    },
  });
}
