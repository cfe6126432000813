import { RunStoreError } from "../errors.ts";
import type { Database } from "./database.ts";

/** Marks a file as ours: "BHRN". */
const APPLICATION_ID = 0x42_48_52_4e;
const SCHEMA_VERSION = 1;

/** Makes the tables where the file is new; throws, and changes nothing, where it is something else's. */
export function prepareTables(database: Database): void {
  if (isReady(database)) return;
  database.exec("PRAGMA journal_mode = WAL");
  database.transaction(() => {
    if (!isReady(database)) database.exec(TABLES); // another process may have been quicker
  });
}

function isReady(database: Database): boolean {
  const id = numberOf(database, "application_id");
  const version = numberOf(database, "user_version");
  if (id === APPLICATION_ID && version === SCHEMA_VERSION) return true;
  if (id === APPLICATION_ID && version > SCHEMA_VERSION) throw new RunStoreError("newer", database.file);
  const isEmpty = database.all("SELECT name FROM sqlite_schema LIMIT 1").length === 0;
  if (!isEmpty || id !== 0) throw new RunStoreError("foreign", database.file, { what: "its tables are not ours" });
  return false;
}

function numberOf(database: Database, pragma: "application_id" | "user_version"): number {
  return Number(database.all(`PRAGMA ${pragma}`)[0]?.[pragma]);
}

/**
 * `runs` says who holds each run; it is written often and is small. `run_data` holds the texts that change when a run begins, pauses or ends.
 * `units` grows by one row per unit; `generation` counts how often the run was begun anew, so a rerun leaves the earlier rows alone.
 */
const TABLES = `
  CREATE TABLE runs (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('running', 'paused', 'finished', 'failed')),
    asked_id TEXT NOT NULL,
    generation INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    writes INTEGER NOT NULL,
    holder TEXT,
    holder_place TEXT,
    holder_pid INTEGER,
    lease_until INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX runs_by_time ON runs (updated_at);
  CREATE INDEX runs_held ON runs (holder) WHERE holder IS NOT NULL;
  CREATE TABLE run_data (
    run_id TEXT PRIMARY KEY,
    inputs TEXT NOT NULL,
    state TEXT NOT NULL,
    state_after INTEGER NOT NULL,
    pending TEXT,
    result TEXT,
    error TEXT
  ) WITHOUT ROWID;
  CREATE TABLE units (
    position INTEGER PRIMARY KEY,
    run_id TEXT NOT NULL,
    generation INTEGER NOT NULL,
    key TEXT NOT NULL,
    output TEXT NOT NULL,
    state TEXT,
    at INTEGER NOT NULL,
    UNIQUE (run_id, generation, key)
  );
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${SCHEMA_VERSION};
`;
