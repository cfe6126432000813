import { tool, type Tool } from "boathook";
import { z } from "zod";

import { isSecretFile } from "../secrets.ts";
import { readTextStart, type Folder } from "./folder.ts";

const MAX_FILE_BYTES = 512 * 1024;
const MAX_MATCHES = 40;

/** Finds lines that contain a text. */
export function searchText(folder: Folder): Tool {
  return tool({
    name: "search_text",
    description: "Search the text files of the folder for lines that contain a word or phrase, ignoring case.",
    inputSchema: z.object({ query: z.string().min(1).describe("the word or phrase to search for") }),
    access: "read",
    async execute({ query }, { signal, progress }) {
      const wanted = query.toLowerCase();
      const { files } = await folder.walk(".", signal);
      const matches: { path: string; line: number; text: string }[] = [];
      let count = 0;
      let searched = 0;
      for (const file of files) {
        signal.throwIfAborted();
        if (file.bytes > MAX_FILE_BYTES || isSecretFile(file.path)) continue;
        const start = await folder
          .resolve(file.path)
          .then((absolute) => readTextStart(absolute, MAX_FILE_BYTES))
          .catch(() => undefined);
        if (start === undefined) continue;
        searched += 1;
        if (searched % 500 === 0) progress(`searched ${searched} of ${files.length} files`);
        for (const [index, text] of start.text.split("\n").entries()) {
          if (!text.toLowerCase().includes(wanted)) continue;
          count += 1;
          if (matches.length < MAX_MATCHES)
            matches.push({ path: file.path, line: index + 1, text: text.trim().slice(0, 160) });
        }
      }
      return { query, matches: count, filesSearched: searched, lines: matches };
    },
  });
}
