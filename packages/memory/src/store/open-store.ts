import { existsSync } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import path from "node:path";

import { isError } from "@boathook/kernel";

import { MemoryStoreError, type MemoryStoreProblem } from "../errors.ts";
import { openDatabase, type Database } from "./database.ts";
import { APPLICATION_ID, createTables, SCHEMA_VERSION } from "./schema.ts";

/** The name of a store that lives in this process's memory only. */
export const IN_MEMORY = ":memory:";

/** Opens a store's file and makes its tables where it is new. Whatever is wrong with the file, it stays as it is. */
export async function openStore(file: string): Promise<Database> {
  if (file !== IN_MEMORY) await makeFile(file);
  const database = await openDatabase(file);
  try {
    // Writers of other processes are waited for outside of the library, which would block everything.
    database.exec("PRAGMA busy_timeout = 0; PRAGMA cache_size = -32000");
    if (isNew(database, file)) create(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** For its owner's eyes only: what is remembered may be private. What is there keeps its rights. */
async function makeFile(file: string): Promise<void> {
  if (existsSync(file)) return;
  await mkdir(path.dirname(file), { recursive: true });
  const handle = await open(file, "a", 0o600);
  await handle.close();
}

/** What the native library or the file system threw, in this package's words. */
export function storeError(error: unknown, file: string): MemoryStoreError {
  return MemoryStoreError.is(error) ? error : new MemoryStoreError(problemOf(error), file, error);
}

/** True where another process holds a lock: trying again helps. */
export function isBusy(error: unknown): boolean {
  return problemOf(error) === "busy";
}

function isNew(database: Database, file: string): boolean {
  const id = numberOf(database, "application_id");
  const version = numberOf(database, "user_version");
  if (id === APPLICATION_ID && version === SCHEMA_VERSION) return false;
  if (id === APPLICATION_ID && version > SCHEMA_VERSION) throw new MemoryStoreError("newer", file);
  const tables = database.all("SELECT name FROM sqlite_schema LIMIT 1");
  if (tables.length > 0 || id !== 0) throw new MemoryStoreError("foreign", file);
  return true;
}

function create(database: Database): void {
  database.exec("PRAGMA journal_mode = WAL");
  database.transaction(() => {
    // Another process may have been quicker.
    if (numberOf(database, "application_id") !== APPLICATION_ID) createTables(database);
  });
}

function numberOf(database: Database, pragma: "application_id" | "user_version"): number {
  return Number(database.all(`PRAGMA ${pragma}`)[0]?.[pragma]);
}

function problemOf(error: unknown): MemoryStoreProblem {
  if (MemoryStoreError.is(error)) return error.problem;
  const code = codeOf(error);
  const known = PROBLEMS.find(([prefix]) => code.startsWith(prefix));
  if (known !== undefined) return known[1];
  // What cannot be opened has a number in its text only.
  return isError(error) && /unable to open/i.test(error.message) ? "missing" : "failed";
}

function codeOf(error: unknown): string {
  const { code } = (isError(error) ? error : {}) as { code?: unknown };
  return typeof code === "string" ? code : "";
}

const PROBLEMS: readonly (readonly [prefix: string, problem: MemoryStoreProblem])[] = [
  ["SQLITE_BUSY", "busy"],
  ["SQLITE_LOCKED", "busy"],
  ["SQLITE_CORRUPT", "corrupt"],
  ["SQLITE_NOTADB", "corrupt"],
  ["SQLITE_READONLY", "read_only"],
  ["SQLITE_PERM", "read_only"],
  ["SQLITE_CANTOPEN", "missing"],
  ["EACCES", "read_only"],
  ["EROFS", "read_only"],
  ["EPERM", "read_only"],
  ["ENOENT", "missing"],
  ["ENOTDIR", "missing"],
  ["EEXIST", "missing"],
];
