import { createHash } from "node:crypto";

import { userPartOf } from "../scope.ts";
import { termsOf } from "../text/terms.ts";
import type { Database, Row } from "./database.ts";
import { conditionOf, type RecordFilter } from "./filter.ts";

/** A record as the table holds it. Memories and pieces of knowledge are both records, of different kinds. */
export interface StoredRecord {
  readonly id: string;
  readonly text: string;
  readonly kind: string;
  readonly scope: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly importance: number;
  readonly createdAt: number;
  readonly expiresAt?: number | undefined;
}

/** The numbers that an embedding model gave for a text; those of different models are never compared. */
export interface Embedded {
  readonly model: string;
  readonly vector: Float32Array;
}

/** A record to be written. */
export interface NewRecord extends StoredRecord {
  readonly embedded?: Embedded | undefined;
}

/**
 * Writes records, inside of a transaction; gives the ids under which they are there. The same text in the same scope and kind is the same record:
 * it is renewed. A known id with another text is replaced.
 */
export function putRecords(database: Database, records: readonly NewRecord[]): string[] {
  return records.map((record) => {
    const hash = hashOf(record.text);
    const [known] = database.all(
      "SELECT rowid, id FROM records WHERE scope = ? AND kind = ? AND hash = ? UNION ALL SELECT rowid, id FROM records WHERE id = ? LIMIT 1",
      [record.scope, record.kind, hash, record.id],
    );
    if (known === undefined) return insert(database, record, hash);
    return update(database, record, { rowid: Number(known["rowid"]), id: String(known["id"]), hash });
  });
}

/** Removes records, inside of a transaction; gives their number. */
export function removeRecords(database: Database, filter: RecordFilter): number {
  const { sql, values } = conditionOf(filter);
  const rows = database.all(`SELECT r.rowid AS row FROM records r WHERE ${sql}`, values);
  return removeRows(database, rows);
}

/** Removes what has expired, some hundreds at a time, inside of a transaction. */
export function removeExpired(database: Database, now: number): number {
  const rows = database.all("SELECT rowid AS row FROM records WHERE expires_at <= ? LIMIT 500", [now]);
  return removeRows(database, rows);
}

/** The next records after a row, in the order in which they were first written. */
export function listRecords(
  database: Database,
  filter: RecordFilter,
  page: { readonly after: number; readonly limit: number },
): readonly { readonly row: number; readonly record: StoredRecord }[] {
  const { sql, values } = conditionOf(filter);
  const rows = database.all(
    `SELECT r.rowid AS row, ${COLUMNS} FROM records r WHERE ${sql} AND r.rowid > ? ORDER BY r.rowid LIMIT ?`,
    [...values, page.after, page.limit],
  );
  return rows.map((row) => ({ row: Number(row["row"]), record: recordOf(row) }));
}

/** How many records there are. */
export function countRecords(database: Database, filter: RecordFilter): number {
  const { sql, values } = conditionOf(filter);
  return Number(database.all(`SELECT count(*) AS n FROM records r WHERE ${sql}`, values)[0]?.["n"] ?? 0);
}

/** What `recordOf` reads. */
export const COLUMNS = "r.id, r.text, r.kind, r.scope, r.metadata, r.importance, r.created_at, r.expires_at";

/** A row with `COLUMNS` as a record. */
export function recordOf(row: Row): StoredRecord {
  const expiresAt = row["expires_at"];
  return {
    id: String(row["id"]),
    text: String(row["text"]),
    kind: String(row["kind"]),
    scope: String(row["scope"]),
    metadata: JSON.parse(String(row["metadata"])) as Record<string, unknown>, // written below, from a record
    importance: Number(row["importance"]),
    createdAt: Number(row["created_at"]),
    ...(typeof expiresAt === "number" ? { expiresAt } : {}),
  };
}

function insert(database: Database, record: NewRecord, hash: string): string {
  const [row] = database.all(
    `INSERT INTO records (id, scope, user, kind, text, hash, metadata, importance, created_at, expires_at, model, vector)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING rowid AS row`,
    [record.id, ...fieldsOf(record, hash)],
  );
  indexWords(database, Number(row?.["row"]), record.text);
  return record.id;
}

function update(
  database: Database,
  record: NewRecord,
  known: { readonly rowid: number; readonly id: string; readonly hash: string },
): string {
  database.all(
    `UPDATE records SET scope = ?, user = ?, kind = ?, text = ?, hash = ?, metadata = ?, importance = ?, created_at = ?, expires_at = ?, model = ?, vector = ?
     WHERE rowid = ?`,
    [...fieldsOf(record, known.hash), known.rowid],
  );
  database.all("DELETE FROM terms WHERE rowid = ?", [known.rowid]);
  indexWords(database, known.rowid, record.text);
  return known.id;
}

function fieldsOf(record: NewRecord, hash: string): (string | number | null | Uint8Array)[] {
  const { embedded } = record;
  return [
    record.scope,
    userPartOf(record.scope) ?? null,
    record.kind,
    record.text,
    hash,
    JSON.stringify(record.metadata),
    record.importance,
    record.createdAt,
    record.expiresAt ?? null,
    embedded?.model ?? null,
    embedded === undefined ? null : bytesOf(embedded.vector),
  ];
}

/** The bytes under which a vector is stored and compared. */
export function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

function indexWords(database: Database, row: number, text: string): void {
  database.all("INSERT INTO terms (rowid, words) VALUES (?, ?)", [row, termsOf(text).join(" ")]);
}

function removeRows(database: Database, rows: readonly Row[]): number {
  for (const row of rows) {
    const rowid = Number(row["row"]);
    database.all("DELETE FROM terms WHERE rowid = ?", [rowid]);
    database.all("DELETE FROM records WHERE rowid = ?", [rowid]);
  }
  return rows.length;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
