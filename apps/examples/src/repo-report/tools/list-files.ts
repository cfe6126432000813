import path from "node:path";

import { tool, type Tool } from "boathook";
import { z } from "zod";

import type { Folder, FoundFile } from "./folder.ts";

const MAX_SHOWN = 200;

/** Counts and lists the files of the folder. */
export function listFiles(folder: Folder): Tool {
  return tool({
    name: "list_files",
    description: "List all files of the folder, with counts by type of file and the largest files.",
    inputSchema: z.object({
      path: z.string().default(".").describe("a folder inside, relative; the whole folder by default"),
    }),
    access: "read",
    async execute({ path: start }, { signal }) {
      const walk = await folder.walk(start, signal);
      return {
        files: walk.files.length,
        folders: walk.folders,
        bytes: walk.files.reduce((sum, file) => sum + file.bytes, 0),
        byType: countByType(walk.files),
        largest: [...walk.files].sort((a, b) => b.bytes - a.bytes).slice(0, 10),
        paths: nearTheRootFirst(walk.files).slice(0, MAX_SHOWN),
        ...(walk.files.length > MAX_SHOWN ? { pathsNotShown: walk.files.length - MAX_SHOWN } : {}),
        ...(walk.links.length > 0 ? { symbolicLinks: walk.links.slice(0, 20) } : {}),
        ...(walk.unreadable.length > 0 ? { unreadable: walk.unreadable.slice(0, 20) } : {}),
        ...(walk.skipped.length > 0 ? { skippedFolders: walk.skipped.slice(0, 20) } : {}),
        ...(walk.ignored > 0 ? { filesIgnoredByGit: walk.ignored } : {}),
        ...(walk.truncated ? { truncated: true } : {}),
      };
    },
  });
}

function countByType(files: readonly FoundFile[]): { type: string; files: number; bytes: number }[] {
  const counts = new Map<string, { type: string; files: number; bytes: number }>();
  for (const file of files) {
    const type = path.posix.extname(file.path).toLowerCase() || "(none)";
    const count = counts.get(type) ?? { type, files: 0, bytes: 0 };
    counts.set(type, { type, files: count.files + 1, bytes: count.bytes + file.bytes });
  }
  return [...counts.values()].sort((a, b) => b.files - a.files).slice(0, 15);
}

/** What explains a folder lies near its root. */
function nearTheRootFirst(files: readonly FoundFile[]): string[] {
  const depth = (file: string): number => file.split("/").length;
  return files.map((file) => file.path).sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
}
