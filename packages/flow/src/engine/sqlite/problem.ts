import { errorMessage, isError } from "@boathook/kernel";

import type { RunStoreProblem } from "../errors.ts";

/** What kind of trouble the native library, or the file system, speaks of. */
export function problemOf(error: unknown): RunStoreProblem {
  const { code } = (isError(error) ? error : {}) as { code?: unknown };
  const known = typeof code === "string" ? PROBLEMS.find(([prefix]) => code.startsWith(prefix)) : undefined;
  if (known !== undefined) return known[1];
  // What cannot be opened has no code, only a text.
  return /unable to open/i.test(errorMessage(error)) ? "missing" : "failed";
}

const PROBLEMS: readonly (readonly [prefix: string, problem: RunStoreProblem])[] = [
  ["SQLITE_BUSY", "locked"],
  ["SQLITE_LOCKED", "locked"],
  ["SQLITE_CORRUPT", "corrupt"],
  ["SQLITE_NOTADB", "corrupt"],
  ["SQLITE_READONLY", "read_only"],
  ["SQLITE_PERM", "read_only"],
  ["SQLITE_FULL", "full"],
  ["SQLITE_CANTOPEN", "missing"],
  ["ENOSPC", "full"],
  ["EACCES", "read_only"],
  ["EROFS", "read_only"],
  ["EPERM", "read_only"],
  ["ENOENT", "missing"],
  ["ENOTDIR", "missing"],
  ["EEXIST", "missing"],
];
