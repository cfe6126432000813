import { RunStoreError } from "../errors.ts";
import { problemOf } from "./problem.ts";

/** What a statement may be given: anything else ends the process inside the native library. */
export type SqlValue = string | number | null;

/** One row, by column. */
export type Row = Readonly<Record<string, unknown>>;

interface NativeStatement {
  run(values: readonly SqlValue[]): { readonly changes: number };
  all(values: readonly SqlValue[]): unknown;
}

/** The part of the native library that is used. */
interface NativeDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): NativeStatement;
  close(): unknown;
}

/** One open database file, its calls are synchronous. Whatever the library throws becomes a `RunStoreError`. */
export class Database {
  readonly file: string;
  readonly #native: NativeDatabase;
  /** The SQL of this folder is a handful of constants. */
  readonly #statements = new Map<string, { readonly native: NativeStatement; readonly values: number }>();
  #isOpen = true;

  private constructor(file: string, native: NativeDatabase) {
    this.file = file;
    this.#native = native;
  }

  /** The native library is loaded by the first one that is opened. */
  static async open(file: string): Promise<Database> {
    try {
      const { default: Native } = (await import("libsql")) as unknown as {
        default: new (file: string) => NativeDatabase;
      }; // its types are those of another library
      return new Database(file, new Native(file));
    } catch (error) {
      throw new RunStoreError(problemOf(error), file, { cause: error });
    }
  }

  /** Statements without parameters and results. */
  exec(sql: string): void {
    this.#guarded(() => this.#native.exec(sql));
  }

  /** Runs one statement; gives how many rows it changed. */
  run(sql: string, values: readonly SqlValue[]): number {
    return this.#guarded(() => this.#statement(sql, values).run(values).changes);
  }

  /** Runs one query. */
  all(sql: string, values: readonly SqlValue[] = []): readonly Row[] {
    return this.#guarded(() => this.#statement(sql, values).all(values)) as readonly Row[]; // a list of rows
  }

  /** All or nothing; takes the write lock at once, so that two writers wait for one another instead of failing half-way. */
  transaction<T>(work: () => T, kind: "IMMEDIATE" | "DEFERRED" = "IMMEDIATE"): T {
    this.exec(`BEGIN ${kind}`);
    try {
      const result = work();
      this.exec("COMMIT");
      return result;
    } catch (error) {
      try {
        this.#native.exec("ROLLBACK");
      } catch {
        // A disk that is full, or a damaged page, has rolled back already; the error that led here is what counts.
      }
      throw error;
    }
  }

  /** Does nothing the second time. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#statements.clear();
    this.#native.close();
  }

  #statement(sql: string, values: readonly SqlValue[]): NativeStatement {
    let known = this.#statements.get(sql);
    if (known === undefined) {
      known = { native: this.#native.prepare(sql), values: sql.split("?").length - 1 };
      this.#statements.set(sql, known);
    }
    checkValues(sql, values, known.values);
    return known.native;
  }

  #guarded<T>(work: () => T): T {
    if (!this.#isOpen) throw new RunStoreError("closed", this.file);
    try {
      return work();
    } catch (error) {
      throw RunStoreError.is(error) ? error : new RunStoreError(problemOf(error), this.file, { cause: error });
    }
  }
}

/** Too few values become NULL, other types end the process, and a text ends at its first NUL: all without an error. */
function checkValues(sql: string, values: readonly unknown[], wanted: number): void {
  if (values.length !== wanted) throw new TypeError(`expected ${wanted} values, got ${values.length}: ${sql}`);
  for (const value of values) {
    const isFine =
      value === null ||
      (typeof value === "string" && !value.includes("\0")) ||
      (typeof value === "number" && Number.isFinite(value));
    if (!isFine) throw new TypeError(`a value that cannot be stored (${typeof value}, or a text with a NUL): ${sql}`);
  }
}
