import { tool, type Tool } from "@boathook/tools";
import { z } from "zod";

import type { Knowledge } from "./knowledge/knowledge.ts";
import type { RecallOptions, RememberOptions } from "./memory-options.ts";
import type { Memory } from "./memory.ts";

const searchInput = z.object({
  query: z.string().min(1).describe("What to look for, in a few words"),
  limit: z.number().int().min(1).max(20).optional().describe("How many results at most; default 5"),
});
const saveInput = z.object({
  text: z.string().min(1).describe("One fact, in a full sentence"),
  importance: z.number().min(0).max(1).optional().describe("From 0 to 1; default 0.5"),
});

/** A tool that searches a memory. The scope and the user are the program's to say, not the model's. */
export function searchMemoryTool(
  memory: Memory,
  where: Pick<RecallOptions, "scope" | "user"> = {},
): Tool<z.infer<typeof searchInput>, string> {
  return tool({
    name: "search_memory",
    description: "Searches what was remembered from earlier work for facts that fit the query.",
    inputSchema: searchInput,
    access: "read",
    cache: false,
    execute: async ({ query, limit }, { signal }) => {
      const matches = await memory.recall(query, { ...where, limit: limit ?? 5, signal });
      return matches.length === 0 ? "Nothing is remembered about that." : listed(matches.map(({ text }) => text));
    },
  });
}

/** A tool that saves to a memory; it answers when the text is on disk. */
export function saveMemoryTool(
  memory: Memory,
  where: Pick<RememberOptions, "scope" | "user"> = {},
): Tool<z.infer<typeof saveInput>, string> {
  return tool({
    name: "save_memory",
    description: "Remembers a fact for later work. Use it for what will still matter in other tasks.",
    inputSchema: saveInput,
    access: "write",
    execute: async ({ text, importance }, { signal }) => {
      const id = await memory.remember(text, { ...where, importance, signal });
      return id === undefined ? "That is not to be remembered." : "Remembered.";
    },
  });
}

/** A tool that searches knowledge. */
export function searchKnowledgeTool(knowledge: Knowledge): Tool<z.infer<typeof searchInput>, string> {
  return tool({
    name: "search_knowledge",
    description: "Searches documents for passages that fit the query.",
    inputSchema: searchInput,
    access: "read",
    cache: false, // the documents may change
    execute: async ({ query, limit }, { signal }) => {
      const matches = await knowledge.search(query, { limit: limit ?? 5, signal });
      if (matches.length === 0) return "No document says anything about that.";
      return listed(
        matches.map(({ text, source, page }) => `[${source}${page === undefined ? "" : `, page ${page}`}] ${text}`),
      );
    },
  });
}

function listed(texts: readonly string[]): string {
  return texts.map((text) => `- ${text}`).join("\n");
}
