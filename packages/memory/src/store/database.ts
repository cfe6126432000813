/** What a query may be given: anything else ends the process inside the native library. */
export type SqlValue = string | number | null | Uint8Array;

/** One row, by column. Blobs come as `ArrayBuffer`. */
export type Row = Readonly<Record<string, unknown>>;

/** One open database. Its calls are synchronous and take microseconds to milliseconds. */
export interface Database {
  /** Statements without parameters and results. */
  exec(sql: string): void;
  /** Runs one statement; gives the rows of a query, of a `PRAGMA` and of `RETURNING`. */
  all(sql: string, values?: readonly SqlValue[]): readonly Row[];
  /** All or nothing; takes the write lock at once, so that two writers wait for one another instead of failing half-way. */
  transaction<T>(work: () => T): T;
  /** Brings everything into the file itself. Where that cannot be done nothing is lost, it stays in the log beside the file. */
  settle(): void;
  close(): void;
}

/** The part of the native library that is used. */
interface NativeDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): { all(values: readonly SqlValue[]): unknown };
  close(): unknown;
}

/** Opens a database. The native library is loaded by the first one that is. */
export async function openDatabase(file: string): Promise<Database> {
  const { default: Native } = (await import("libsql")) as unknown as { default: new (file: string) => NativeDatabase }; // its types are those of another library
  return new CheckedDatabase(new Native(file));
}

class CheckedDatabase implements Database {
  readonly #native: NativeDatabase;
  /** The SQL of this package is a handful of constants. */
  readonly #statements = new Map<string, ReturnType<NativeDatabase["prepare"]>>();

  constructor(native: NativeDatabase) {
    this.#native = native;
  }

  exec(sql: string): void {
    this.#native.exec(sql);
  }

  all(sql: string, values: readonly SqlValue[] = []): readonly Row[] {
    checkValues(sql, values);
    let statement = this.#statements.get(sql);
    if (statement === undefined) this.#statements.set(sql, (statement = this.#native.prepare(sql)));
    return statement.all(values) as readonly Row[]; // a list of rows, empty for statements that give none
  }

  transaction<T>(work: () => T): T {
    this.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.exec("COMMIT");
      return result;
    } catch (error) {
      this.#quietly("ROLLBACK"); // a disk that is full, or a damaged page, has rolled back already; the error that led here is what counts
      throw error;
    }
  }

  settle(): void {
    this.#quietly("PRAGMA wal_checkpoint(TRUNCATE)");
  }

  close(): void {
    this.#statements.clear();
    this.#native.close();
  }

  #quietly(sql: string): void {
    try {
      this.exec(sql);
    } catch {
      // Whoever calls says why.
    }
  }
}

/** Too few values become NULL and others end the process, both without an error. */
function checkValues(sql: string, values: readonly unknown[]): void {
  const wanted = sql.split("?").length - 1;
  if (wanted !== values.length) throw new TypeError(`expected ${wanted} values, got ${values.length}: ${sql}`);
  for (const value of values) {
    if (typeof value === "string" || value === null) continue;
    if (typeof value === "number" && Number.isFinite(value)) continue;
    if (value instanceof Uint8Array) continue;
    throw new TypeError(`a value that cannot be stored (${typeof value}): ${sql}`);
  }
}
