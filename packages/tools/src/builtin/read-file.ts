import { readOptions } from "@boathook/kernel";
import { z } from "zod";

import { tool } from "../define-tool.ts";
import type { ToolFailure } from "../tool-failure.ts";
import type { Tool } from "../tool.ts";
import { fileToolFields, limit, type FileToolOptions } from "./files/file-tool-options.ts";
import { readLines } from "./files/read-lines.ts";
import { asFailure } from "./files/refusal.ts";
import { Root } from "./files/root.ts";

/** What `readFileTool` is told. */
export interface ReadFileOptions extends FileToolOptions {
  /** Characters of one answer; default 100 000. */
  maxLength?: number | undefined;
}

const optionsSchema = z.strictObject({ ...fileToolFields, maxLength: limit });

const inputSchema = z.object({
  path: z.string().describe("Path of the file, relative to the tool's folder"),
  fromLine: z.int().positive().optional().describe("First line to read, from 1; default 1"),
  lineCount: z.int().positive().optional().describe("How many lines to read; default: to the end"),
});

/** What a model writes to read a file. */
export type ReadFileInput = z.infer<typeof inputSchema>;

/** `read_file`: the text of a file below `root`, or some of its lines. Long files come in parts, each saying where the next begins. */
export function readFileTool(options: ReadFileOptions): Tool<ReadFileInput, string | ToolFailure> {
  const { root: path, maxLength = 100_000 } = readOptions(optionsSchema, options, { subject: "read_file tool" });
  const root = new Root(path);
  return tool({
    name: "read_file",
    description: "Reads a text file. Long files are given in parts; ask for the next one with fromLine.",
    inputSchema,
    access: "read",
    execute: (input, { signal }) =>
      asFailure(input.path, () =>
        root.file(input.path, async (file, size) => {
          const { fromLine = 1, lineCount = Number.MAX_SAFE_INTEGER } = input;
          const { text, nextLine } = await readLines(file, { fromLine, lineCount, maxLength, signal });
          if (text === "") return size === 0 ? "The file is empty." : `The file has no line ${fromLine}.`;
          return nextLine === undefined ? text : `${text}\n[The file goes on at line ${nextLine}.]`;
        }),
      ),
  });
}
