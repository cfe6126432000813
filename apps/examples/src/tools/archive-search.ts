import { Agent, tool, ToolFailure, type ModelSource } from "boathook";
import { z } from "zod";

/** What the archive gives: one page of titles, and whether there are more. */
export type ReadPage = (
  query: string,
  page: number,
  signal: AbortSignal,
) => Promise<{ titles: string[]; isLast: boolean }>;

/** A tool from a function: checked input, progress, a failure that is no exception, a signal that is passed on. */
export function archiveSearch(llm: ModelSource, readPage: ReadPage): Agent {
  const search = tool({
    name: "search_archive",
    description: "Finds titles in the archive of the newspaper.",
    inputSchema: z.object({ query: z.string().min(3), maxPages: z.int().positive().max(10).default(3) }),
    access: "read",
    timeoutMs: 30_000,
    execute: async ({ query, maxPages }, { signal, progress }) => {
      const found: string[] = [];
      for (let page = 1; page <= maxPages; page += 1) {
        const { titles, isLast } = await readPage(query, page, signal);
        found.push(...titles);
        progress(`page ${page}`, { found: found.length });
        if (isLast) break;
      }
      if (found.length > 0) return found;
      return new ToolFailure({ message: `Nothing about "${query}". Try another word.`, reason: "nothing_found" });
    },
  });
  return new Agent({ role: "Archivist", goal: "Find it", backstory: "You know the archive.", llm, tools: [search] });
}
