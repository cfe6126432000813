import { mkdir } from "node:fs/promises";
import path from "node:path";

import { newId, readOptions } from "@boathook/kernel";
import { z } from "zod";

import type { DurableEngine, RunClaim, UnitLog } from "../durable-engine.ts";
import { RunBusyError, RunStoreError } from "../errors.ts";
import type { RunStatus, RunSummary, StoredRun } from "../stored-run.ts";
import { UnitQueue } from "../unit-queue.ts";
import { Database, type Row } from "./database.ts";
import { hasEnded, PLACE } from "./place.ts";
import { problemOf } from "./problem.ts";
import { runOf, summaryOf } from "./rows.ts";
import { prepareTables } from "./schema.ts";
import { SqliteClaim } from "./sqlite-claim.ts";

/** What a `SqliteEngine` is made with. */
export interface SqliteEngineOptions {
  /** Made with its folder when it is not there. Several processes may use one file. */
  file: string;
  /** `"normal"` (default): what was recorded survives any end of the process; `"strict"`: also a loss of power, at the price of a sync per unit. */
  durability?: "normal" | "strict" | undefined;
  /** How long a run is held after the last sign of life of its process, in milliseconds; default 30 000. A process that ended is seen at once. */
  leaseMs?: number | undefined;
  /** How long a write waits for another process's, in milliseconds; default 5 000. It blocks this process. */
  busyTimeoutMs?: number | undefined;
  /** How large the file may grow, in bytes; absent: as large as the disk lets it. */
  maxBytes?: number | undefined;
}

/** Runs are recorded in one SQLite file, and can go on in another process after this one ended. The file is opened when it is first needed. */
export class SqliteEngine implements DurableEngine {
  readonly kind: string = "sqlite";
  readonly location: string;
  readonly openRun = (): UnitLog => new UnitQueue();
  readonly #options: Settings;
  readonly #holder = newId();
  #opening: Promise<Database> | undefined;
  #isClosed = false;
  #held = 0;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(options: SqliteEngineOptions) {
    const read = readOptions(optionsSchema, options, { subject: "SqliteEngine" });
    this.#options = {
      file: path.resolve(read.file),
      durability: read.durability ?? "normal",
      leaseMs: read.leaseMs ?? 30_000,
      busyTimeoutMs: read.busyTimeoutMs ?? 5_000,
      maxBytes: read.maxBytes,
    };
    this.location = this.#options.file;
  }

  async claim(id: string): Promise<RunClaim> {
    const database = await this.#database();
    const { leaseMs } = this.#options;
    const held = database.transaction(() => this.#take(database, id));
    this.#startHeartbeat(database);
    return new SqliteClaim({
      ...held,
      database,
      id,
      leaseMs,
      holder: this.#holder,
      now: Date.now,
      released: () => {
        this.#stopHeartbeat();
      },
    });
  }

  async read(id: string): Promise<StoredRun | undefined> {
    const database = await this.#database();
    return database.transaction(() => {
      const [row] = database.all(SELECT_RUN, [id]);
      return row === undefined
        ? undefined
        : runOf(database.file, row, database.all(SELECT_UNITS, [id, generationOf(row)]));
    }, "DEFERRED");
  }

  async list(filter: { readonly name?: string; readonly status?: RunStatus } = {}): Promise<readonly RunSummary[]> {
    const database = await this.#database();
    const rows = database.all(SELECT_SUMMARIES, [filter.name ?? null, filter.status ?? null]);
    return rows.map((row) => summaryOf(database.file, row));
  }

  /** Runs that are under way can't be recorded any further. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#heartbeat);
    const opening = this.#opening;
    if (opening === undefined) return;
    let database: Database;
    try {
      database = await opening;
    } catch {
      return; // it was never open; whoever needed it was told
    }
    database.close();
  }

  /** In a transaction: looks who holds the run, and makes it ours. */
  #take(database: Database, id: string): { run: StoredRun | undefined; epoch: number; generation: number } {
    const [row] = database.all(SELECT_RUN, [id]);
    if (row === undefined) return { run: undefined, epoch: 1, generation: 0 };
    refuseIfHeld(id, row);
    const run = runOf(database.file, row, database.all(SELECT_UNITS, [id, generationOf(row)]));
    const until = Date.now() + this.#options.leaseMs;
    database.run(TAKE, [this.#holder, PLACE, process.pid, until, id]);
    return { run, epoch: run.epoch + 1, generation: generationOf(row) };
  }

  async #database(): Promise<Database> {
    if (this.#isClosed) throw new RunStoreError("closed", this.location);
    this.#opening ??= this.#open();
    try {
      return await this.#opening;
    } catch (error) {
      this.#opening = undefined; // what was wrong may be put right
      throw error;
    }
  }

  async #open(): Promise<Database> {
    const { file, durability, busyTimeoutMs, maxBytes } = this.#options;
    try {
      await mkdir(path.dirname(file), { recursive: true });
    } catch (error) {
      throw new RunStoreError(problemOf(error), file, { cause: error });
    }
    const database = await Database.open(file);
    try {
      database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
      prepareTables(database);
      database.exec(`PRAGMA synchronous = ${durability === "strict" ? "FULL" : "NORMAL"}`);
      if (maxBytes !== undefined) limitSize(database, maxBytes);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** One timer for all runs that this engine holds; it keeps no process alive. */
  #startHeartbeat(database: Database): void {
    this.#held += 1;
    const { leaseMs } = this.#options;
    this.#heartbeat ??= setInterval(() => {
      try {
        database.run(RENEW, [Date.now() + leaseMs, this.#holder]);
      } catch {
        // The next write of each run says what is wrong.
      }
    }, leaseMs / 3).unref();
  }

  #stopHeartbeat(): void {
    this.#held -= 1;
    if (this.#held > 0) return;
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
  }
}

interface Settings {
  readonly file: string;
  readonly durability: "normal" | "strict";
  readonly leaseMs: number;
  readonly busyTimeoutMs: number;
  readonly maxBytes: number | undefined;
}

const optionsSchema = z.strictObject({
  file: z.string().min(1),
  durability: z.enum(["normal", "strict"]).optional(),
  leaseMs: z.int().min(30).optional(),
  busyTimeoutMs: z.int().nonnegative().optional(),
  maxBytes: z.int().positive().optional(),
});

function refuseIfHeld(id: string, row: Row): void {
  const left = Number(row.lease_until) - Date.now();
  if (row.holder === null || left <= 0 || hasEnded(row.holder_place, row.holder_pid)) return;
  throw new RunBusyError(id, left);
}

function generationOf(row: Row): number {
  return Number(row.generation);
}

function limitSize(database: Database, bytes: number): void {
  const page = Number(database.all("PRAGMA page_size")[0]?.page_size);
  database.all(`PRAGMA max_page_count = ${Math.ceil(bytes / page)}`);
}

const SELECT_RUN = `SELECT * FROM runs LEFT JOIN run_data ON run_data.run_id = runs.id WHERE runs.id = ?`;
const SELECT_UNITS = `SELECT position, key, output, state, at FROM units WHERE run_id = ? AND generation = ? ORDER BY position`;
const SELECT_SUMMARIES = `SELECT id, name, status, updated_at FROM runs WHERE name = ifnull(?, name) AND status = ifnull(?, status)
  ORDER BY updated_at DESC, id`;
const TAKE = `UPDATE runs SET epoch = epoch + 1, holder = ?, holder_place = ?, holder_pid = ?, lease_until = ? WHERE id = ?`;
const RENEW = `UPDATE runs SET lease_until = ? WHERE holder = ?`;
