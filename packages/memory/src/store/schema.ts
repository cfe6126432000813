import type { Database } from "./database.ts";

/** Marks a file as ours: "BHMM". */
export const APPLICATION_ID = 0x42_48_4d_4d;
export const SCHEMA_VERSION = 1;

/**
 * `records` holds what was remembered; `terms` finds it by the words that `termsOf` cut, each one token as it is, and keeps no text of its own;
 * `term_counts` says in how many records a word stands; `sources` says which state of a source of knowledge is indexed.
 */
export function createTables(database: Database): void {
  database.exec(`
    CREATE TABLE records (
      rowid INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      scope TEXT NOT NULL,
      user TEXT,
      kind TEXT NOT NULL,
      text TEXT NOT NULL,
      hash TEXT NOT NULL,
      metadata TEXT NOT NULL,
      importance REAL NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER,
      model TEXT,
      vector BLOB,
      UNIQUE (scope, kind, hash)
    );
    CREATE INDEX records_expiry ON records (expires_at) WHERE expires_at IS NOT NULL;
    CREATE VIRTUAL TABLE terms USING fts5(words, content='', contentless_delete=1, tokenize='ascii');
    CREATE VIRTUAL TABLE term_counts USING fts5vocab(terms, 'row');
    CREATE TABLE sources (
      collection TEXT NOT NULL, source TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (collection, source)
    ) WITHOUT ROWID;
    PRAGMA application_id = ${APPLICATION_ID};
    PRAGMA user_version = ${SCHEMA_VERSION};
  `);
}
