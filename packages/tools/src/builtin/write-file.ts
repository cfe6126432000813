import { readOptions, throwIfCancelled } from "@boathook/kernel";
import { z } from "zod";

import { tool } from "../define-tool.ts";
import type { ToolFailure } from "../tool-failure.ts";
import type { Tool } from "../tool.ts";
import { fileToolFields, limit, type FileToolOptions } from "./files/file-tool-options.ts";
import { asFailure, Refusal } from "./files/refusal.ts";
import { Root } from "./files/root.ts";
import { writeAtomically } from "./files/write-atomically.ts";

/** What `writeFileTool` is told. */
export interface WriteFileOptions extends FileToolOptions {
  /** Bytes of one file; default 1 000 000. */
  maxBytes?: number | undefined;
  /** False: a file in a folder that is not there is refused. Default true: the folder is made. */
  createDirectory?: boolean | undefined;
  /** False: a file that is there is never written over. Default true. */
  overwrite?: boolean | undefined;
}

const optionsSchema = z.strictObject({
  ...fileToolFields,
  maxBytes: limit,
  createDirectory: z.boolean().optional(),
  overwrite: z.boolean().optional(),
});

const inputSchema = z.object({
  path: z.string().describe("Path of the file, relative to the tool's folder"),
  content: z.string().describe("The whole new content of the file"),
});

/** What a model writes to write a file. */
export type WriteFileInput = z.infer<typeof inputSchema>;

/** `write_file`: a whole text file below `root`, written atomically. */
export function writeFileTool(options: WriteFileOptions): Tool<WriteFileInput, string | ToolFailure> {
  const read = readOptions(optionsSchema, options, { subject: "write_file tool" });
  const { maxBytes = 1_000_000, createDirectory = true, overwrite = true } = read;
  const root = new Root(read.root);
  return tool({
    name: "write_file",
    description: overwrite
      ? "Writes a text file; what was in it is replaced."
      : "Writes a new text file; one that is there already is never changed.",
    inputSchema,
    access: "write",
    execute: ({ path, content }, { signal }) =>
      asFailure(path, async () => {
        const bytes = Buffer.byteLength(content);
        if (bytes > maxBytes) {
          throw new Refusal("too_large", `The content has ${bytes} bytes; ${maxBytes} are allowed. Write less.`);
        }
        await root.place(path, createDirectory, async (directory, name) => {
          throwIfCancelled(signal);
          await writeAtomically({ directory, name, content, overwrite });
        });
        return `Wrote ${bytes} bytes to "${path}".`;
      }),
  });
}
