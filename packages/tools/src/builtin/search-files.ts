import { readOptions } from "@boathook/kernel";
import { z } from "zod";

import { tool } from "../define-tool.ts";
import type { ToolFailure } from "../tool-failure.ts";
import type { Tool } from "../tool.ts";
import { fileToolFields, IGNORED, limit, type FileToolOptions } from "./files/file-tool-options.ts";
import { asFailure } from "./files/refusal.ts";
import { Root } from "./files/root.ts";
import { searchIn, type Found } from "./files/search-in.ts";

/** What `searchFilesTool` is told. */
export interface SearchFilesOptions extends FileToolOptions {
  /** Lines of one answer; default 200. */
  maxMatches?: number | undefined;
  /** Bytes of the largest file that is searched; default 1 000 000. */
  maxFileBytes?: number | undefined;
  /** Names that are passed by; default `.git` and `node_modules`. */
  ignore?: readonly string[] | undefined;
}

const optionsSchema = z.strictObject({
  ...fileToolFields,
  maxMatches: limit,
  maxFileBytes: limit,
  ignore: z.array(z.string()).readonly().optional(),
});

const inputSchema = z.object({
  text: z.string().min(1).max(1_000).describe("The text to look for, as it is: no regular expression"),
  path: z.string().optional().describe("Folder to search, relative to the tool's folder; default all of it"),
  pattern: z.string().max(1_000).optional().describe("Only files like this, e.g. *.md or src/**/*.ts"),
  ignoreCase: z.boolean().optional().describe("True: capitals and small letters are the same; default false"),
});

/** What a model writes to search files. */
export type SearchFilesInput = z.infer<typeof inputSchema>;

/** `search_files`: the lines of text files below `root` that hold a text, as `path:line: text`. Binary and large files and links are left out. */
export function searchFilesTool(options: SearchFilesOptions): Tool<SearchFilesInput, string | ToolFailure> {
  const read = readOptions(optionsSchema, options, { subject: "search_files tool" });
  const { maxMatches = 200, maxFileBytes = 1_000_000, ignore = IGNORED } = read;
  const root = new Root(read.root);
  const ignored = new Set(ignore);
  return tool({
    name: "search_files",
    description: "Finds lines with a text in files; answers with path:line: text.",
    inputSchema,
    access: "read",
    execute: ({ path = "", text, pattern, ignoreCase = false }, { signal }) =>
      asFailure(path, () =>
        root.directory(path, async (directory) => {
          const wanted = { text, pattern, ignoreCase, maxMatches, maxFileBytes };
          return describe(await searchIn(directory, wanted, { recursive: true, ignore: ignored, signal }));
        }),
      ),
  });
}

function describe({ lines, hasMore, tooLarge }: Found): string {
  const notes = [
    ...(lines.length === 0 ? ["Nothing found."] : []),
    ...(hasMore ? ["[cut: there is more; search for something narrower]"] : []),
    ...(tooLarge > 0 ? [`[${tooLarge} files were too large to be searched]`] : []),
  ];
  return [...lines, ...notes].join("\n");
}
