import { termsOf } from "../text/terms.ts";
import type { Database, SqlValue } from "./database.ts";
import { conditionOf, type RecordFilter } from "./filter.ts";
import { bytesOf, COLUMNS, recordOf, type Embedded, type StoredRecord } from "./records.ts";
import { weighTerms, type WeighedQuery } from "./weigh-terms.ts";

/** What is looked for. */
export interface StoreQuery {
  readonly text: string;
  readonly embedded: Embedded | undefined;
  readonly filter: RecordFilter;
  /** How many records are looked at closely. */
  readonly candidates: number;
}

/** A record that words or vectors found; both numbers are from 0 to 1. */
export interface Candidate {
  readonly record: StoredRecord;
  /** How much of the query's words it has (or the other way round, where it is the shorter one), rare words counting more. */
  readonly words: number;
  /** How near its vector is; undefined where there is none to compare. */
  readonly nearness: number | undefined;
}

/** The records that may answer a query, by words and by vectors, in no order. */
export function searchRecords(database: Database, query: StoreQuery): Candidate[] {
  const weighed = weighTerms(database, termsOf(query.text));
  const found = new Map<number, { record: StoredRecord; nearness: number | undefined }>();
  for (const row of byWords(database, query, weighed)) found.set(row.row, row);
  for (const row of byVector(database, query)) found.set(row.row, row);
  return [...found.values()].map(({ record, nearness }) => ({
    record,
    nearness,
    words: weighed.overlapWith(termsOf(record.text)),
  }));
}

interface FoundRow {
  readonly row: number;
  readonly record: StoredRecord;
  readonly nearness: number | undefined;
}

function byWords(database: Database, query: StoreQuery, weighed: WeighedQuery): FoundRow[] {
  if (weighed.rarest.length === 0) return [];
  const { sql, values } = conditionOf(query.filter);
  // Quoted, and made of letters, digits and marks only: no word can be an operator.
  const match = weighed.rarest.map((term) => `"${term}"`).join(" OR ");
  const nearness = nearnessColumn(query.embedded);
  const rows = database.all(
    `SELECT r.rowid AS row, ${COLUMNS}, ${nearness.sql} FROM terms JOIN records r ON r.rowid = terms.rowid
     WHERE terms MATCH ? AND ${sql} ORDER BY bm25(terms), r.rowid DESC LIMIT ?`,
    [...nearness.values, match, ...values, query.candidates],
  );
  return rows.map((row) => ({ row: Number(row["row"]), record: recordOf(row), nearness: numberOr(row["near"]) }));
}

function byVector(database: Database, query: StoreQuery): FoundRow[] {
  if (query.embedded === undefined) return [];
  const { model, vector } = query.embedded;
  const { sql, values } = conditionOf(query.filter);
  // Ranked first, read afterwards: what is sorted has two numbers per row.
  const rows = database.all(
    `SELECT r.rowid AS row, ${COLUMNS}, n.near FROM records r JOIN (
       SELECT r.rowid AS row, 1 - vector_distance_cos(r.vector, ?) AS near FROM records r
       WHERE r.model = ? AND length(r.vector) = ? AND ${sql} ORDER BY near DESC, r.rowid DESC LIMIT ?
     ) n ON n.row = r.rowid`,
    [bytesOf(vector), model, vector.byteLength, ...values, query.candidates],
  );
  return rows.map((row) => ({ row: Number(row["row"]), record: recordOf(row), nearness: numberOr(row["near"]) }));
}

/** A vector of another model, or of another length, is not compared. */
function nearnessColumn(embedded: Embedded | undefined): { sql: string; values: SqlValue[] } {
  if (embedded === undefined) return { sql: "NULL AS near", values: [] };
  return {
    sql: "CASE WHEN r.model = ? AND length(r.vector) = ? THEN 1 - vector_distance_cos(r.vector, ?) END AS near",
    values: [embedded.model, embedded.vector.byteLength, bytesOf(embedded.vector)],
  };
}

function numberOr(value: unknown): number | undefined {
  return typeof value === "number" ? Math.min(1, Math.max(0, value)) : undefined;
}
