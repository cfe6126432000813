import type { RunClaim } from "../durable-engine.ts";
import { StateConflictError } from "../errors.ts";
import type { RunBeginning, RunWrite, StoredRun, StoredUnit } from "../stored-run.ts";
import type { Database } from "./database.ts";
import { PLACE } from "./place.ts";

/** What a claim is made of. */
export interface SqliteHold {
  readonly database: Database;
  readonly id: string;
  readonly run: StoredRun | undefined;
  readonly epoch: number;
  readonly generation: number;
  /** Names the engine in the rows that it holds. */
  readonly holder: string;
  readonly leaseMs: number;
  readonly now: () => number;
  /** Told when the hold is given back. */
  readonly released: () => void;
}

/** Every statement that writes says in its condition that the run is still this claim's: nothing can come between looking and writing. */
export class SqliteClaim implements RunClaim {
  readonly run: StoredRun | undefined;
  readonly #hold: SqliteHold;
  #generation: number;
  #isNew: boolean;

  constructor(hold: SqliteHold) {
    this.#hold = hold;
    this.run = hold.run;
    this.#generation = hold.generation;
    this.#isNew = hold.run === undefined;
  }

  begin(beginning: RunBeginning): void {
    const { database, id } = this.#hold;
    const generation = this.#generation + 1;
    database.transaction(() => {
      const changed = this.#isNew ? this.#insert(beginning, generation) : this.#beginAgain(beginning, generation);
      this.#demand(changed);
      for (const unit of beginning.units) this.#demand(this.#addUnit(unit, generation));
      database.run(REPLACE_DATA, [id, beginning.inputs, beginning.state]);
    });
    this.#generation = generation;
    this.#isNew = false;
  }

  write(write: RunWrite): void {
    const { units = [] } = write;
    const [only] = units;
    // The write of nearly every step: one statement, which is a transaction of its own.
    if (only !== undefined && units.length === 1 && Object.keys(write).length === 1) {
      this.#demand(this.#addUnit(only, this.#generation));
      return;
    }
    this.#hold.database.transaction(() => {
      for (const unit of units) this.#demand(this.#addUnit(unit, this.#generation));
      this.#writeStatus(write);
    });
  }

  release(): void {
    const { database, id, epoch, released } = this.#hold;
    try {
      database.run(RELEASE, [id, epoch]);
    } catch {
      // The lease runs out by itself; what the run has come to is recorded, or was reported, before.
    }
    released();
  }

  #insert({ name, askedId }: RunBeginning, generation: number): number {
    const { database, id, epoch, holder, leaseMs, now } = this.#hold;
    const [at, until] = [now(), now() + leaseMs];
    return database.run(INSERT_RUN, [id, name, askedId, generation, epoch, holder, PLACE, process.pid, until, at]);
  }

  #beginAgain({ name, askedId }: RunBeginning, generation: number): number {
    const { database, id, epoch, now } = this.#hold;
    return database.run(BEGIN_AGAIN, [name, askedId, generation, now(), id, epoch]);
  }

  #addUnit({ key, output, state, at }: StoredUnit, generation: number): number {
    const { database, id, epoch } = this.#hold;
    return database.run(INSERT_UNIT, [generation, key, output, state ?? null, at, id, epoch]);
  }

  #writeStatus({ status, state, pending, result, error }: RunWrite): void {
    const { database, id, epoch, leaseMs, now } = this.#hold;
    this.#demand(database.run(TOUCH, [status ?? null, now() + leaseMs, now(), id, epoch]));
    if (state !== undefined) database.run(WRITE_STATE, [state, id]);
    if (status === undefined) return;
    database.run(WRITE_ENDS, [pending ?? null, result ?? null, error ?? null, id]);
  }

  #demand(changed: number): void {
    if (changed === 0) throw new StateConflictError(this.#hold.id);
  }
}

const INSERT_RUN = `INSERT INTO runs
  (id, name, status, asked_id, generation, epoch, writes, holder, holder_place, holder_pid, lease_until, updated_at)
  VALUES (?, ?, 'running', ?, ?, ?, 1, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
const BEGIN_AGAIN = `UPDATE runs SET name = ?, asked_id = ?, status = 'running', generation = ?, writes = writes + 1, updated_at = ?
  WHERE id = ? AND epoch = ?`;
const REPLACE_DATA = `INSERT OR REPLACE INTO run_data (run_id, inputs, state, state_after)
  VALUES (?, ?, ?, (SELECT ifnull(max(position), 0) FROM units))`;
const INSERT_UNIT = `INSERT INTO units (run_id, generation, key, output, state, at)
  SELECT id, ?, ?, ?, ?, ? FROM runs WHERE id = ? AND epoch = ?`;
const TOUCH = `UPDATE runs SET status = ifnull(?, status), lease_until = ?, updated_at = ?, writes = writes + 1
  WHERE id = ? AND epoch = ?`;
const WRITE_STATE = `UPDATE run_data SET state = ?, state_after = (SELECT ifnull(max(position), 0) FROM units)
  WHERE run_id = ?`;
const WRITE_ENDS = `UPDATE run_data SET pending = ?, result = ?, error = ? WHERE run_id = ?`;
const RELEASE = `UPDATE runs SET holder = NULL, lease_until = 0 WHERE id = ? AND epoch = ?`;
