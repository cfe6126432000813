import { readOptions } from "@boathook/kernel";
import { z } from "zod";

import { tool } from "../define-tool.ts";
import type { ToolFailure } from "../tool-failure.ts";
import type { Tool } from "../tool.ts";
import { fileToolFields, IGNORED, limit, type FileToolOptions } from "./files/file-tool-options.ts";
import { globMatcher } from "./files/glob.ts";
import type { HeldDirectory } from "./files/held-directory.ts";
import { asFailure } from "./files/refusal.ts";
import { Root } from "./files/root.ts";
import { walk, type Entry, type WalkOptions } from "./files/walk.ts";

/** What `listFilesTool` is told. */
export interface ListFilesOptions extends FileToolOptions {
  /** Default 1000. */
  maxEntries?: number | undefined;
  /** Names that are passed by; default `.git` and `node_modules`. */
  ignore?: readonly string[] | undefined;
}

const optionsSchema = z.strictObject({
  ...fileToolFields,
  maxEntries: limit,
  ignore: z.array(z.string()).readonly().optional(),
});

const inputSchema = z.object({
  path: z.string().optional().describe("Folder to list, relative to the tool's folder; default the folder itself"),
  recursive: z.boolean().optional().describe("True: also what lies in folders below; default false"),
  pattern: z.string().max(1_000).optional().describe("Only paths like this, e.g. *.md or src/**/*.ts"),
});

/** What a model writes to list files. */
export type ListFilesInput = z.infer<typeof inputSchema>;

/** `list_files`: names below `root`, folders with a slash at the end. Links are shown (`@`) and not followed. */
export function listFilesTool(options: ListFilesOptions): Tool<ListFilesInput, string | ToolFailure> {
  const read = readOptions(optionsSchema, options, { subject: "list_files tool" });
  const { maxEntries = 1_000, ignore = IGNORED } = read;
  const root = new Root(read.root);
  const ignored = new Set(ignore);
  return tool({
    name: "list_files",
    description: "Lists files and folders, one path per line; folders end with a slash.",
    inputSchema,
    access: "read",
    execute: ({ path = "", recursive = false, pattern }, { signal }) =>
      asFailure(path, () =>
        root.directory(path, async (directory) => {
          const walking = { recursive, ignore: ignored, signal };
          const lines = await linesOf(directory, walking, { pattern, maxEntries });
          return lines.length === 0 ? "Nothing there." : lines.join("\n");
        }),
      ),
  });
}

const MARKS: Readonly<Record<Entry["kind"], string>> = { file: "", folder: "/", link: "@", other: " (special)" };

async function linesOf(
  directory: HeldDirectory,
  walking: WalkOptions,
  { pattern, maxEntries }: { pattern: string | undefined; maxEntries: number },
): Promise<string[]> {
  const isWanted = pattern === undefined ? () => true : globMatcher(pattern);
  const lines: string[] = [];
  for await (const { path, kind } of walk(directory, walking)) {
    if (!isWanted(path)) continue;
    if (lines.length === maxEntries) {
      lines.push(`[cut: there are more than ${maxEntries}; list a folder below, or give a pattern]`);
      break;
    }
    lines.push(`${path}${MARKS[kind]}`);
  }
  return lines;
}
