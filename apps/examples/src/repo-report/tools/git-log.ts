import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { tool, ToolFailure, type Tool } from "boathook";
import { z } from "zod";

import type { Folder } from "./folder.ts";

const run = promisify(execFile);
const SEPARATOR = "\u001f";

/** Reads the history of commits. */
export function gitLog(folder: Folder): Tool {
  return tool({
    name: "git_log",
    description: "Read the history: the latest commits of the folder's git repository, with date, author and subject.",
    inputSchema: z.object({ limit: z.int().positive().max(200).default(15).describe("number of commits to show") }),
    access: "read",
    timeoutMs: 30_000,
    async execute({ limit }, { signal }) {
      const git = async (...args: string[]): Promise<string> =>
        (
          await run("git", ["-C", folder.root, ...args], {
            signal,
            maxBuffer: 8 * 1024 * 1024,
            env: { ...process.env, GIT_OPTIONAL_LOCKS: "0" },
          })
        ).stdout.trim();
      try {
        const top = await git("rev-parse", "--show-toplevel");
        const [total, log] = await Promise.all([
          git("rev-list", "--count", "HEAD", "--", "."),
          git(
            "log",
            `--max-count=${limit}`,
            "--date=short",
            `--format=%h${SEPARATOR}%ad${SEPARATOR}%an${SEPARATOR}%s`,
            "--",
            ".",
          ),
        ]);
        if (log === "") return new ToolFailure({ message: "No commit touches this folder.", reason: "no_history" });
        const commits = log.split("\n").map(readCommit);
        return {
          repository: top === folder.root ? "this folder" : "a folder above this one",
          commitsInTotal: Number(total),
          commits,
        };
      } catch (error) {
        if (signal.aborted) throw error;
        return new ToolFailure({ message: "The folder has no git history that can be read.", reason: "no_history" });
      }
    },
  });
}

function readCommit(line: string): { hash: string; date: string; author: string; subject: string } {
  const [hash = "", date = "", author = "", subject = ""] = line.split(SEPARATOR);
  return { hash, date, author, subject };
}
