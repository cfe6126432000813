import path from "node:path";

import type { DurableEngine, RunClaim, UnitLog } from "./durable-engine.ts";
import { SqliteEngine } from "./sqlite/sqlite-engine.ts";
import type { RunStatus, RunSummary, StoredRun } from "./stored-run.ts";
import { UnitQueue } from "./unit-queue.ts";

/** The file of the engine that nobody chose; below the folder that the process was started in. */
const DEFAULT_FILE = path.join(".boathook", "flows.db");

/**
 * The engine where none is named: runs live in memory, until the first one that is to be recorded. Then it is a SQLite file:
 * `BOATHOOK_FLOWS_FILE`, else `.boathook/flows.db` below the working folder.
 */
export class EmbeddedEngine implements DurableEngine {
  readonly kind: string = "embedded";
  readonly openRun = (): UnitLog => new UnitQueue();
  #sqlite: SqliteEngine | undefined;

  get location(): string {
    return this.#recorder().location;
  }

  claim(id: string): Promise<RunClaim> {
    return this.#recorder().claim(id);
  }

  read(id: string): Promise<StoredRun | undefined> {
    return this.#recorder().read(id);
  }

  list(filter?: { readonly name?: string; readonly status?: RunStatus }): Promise<readonly RunSummary[]> {
    return this.#recorder().list(filter);
  }

  async close(): Promise<void> {
    await this.#sqlite?.close();
  }

  #recorder(): SqliteEngine {
    const { BOATHOOK_FLOWS_FILE: file } = process.env;
    this.#sqlite ??= new SqliteEngine({ file: file === undefined || file === "" ? DEFAULT_FILE : file });
    return this.#sqlite;
  }
}
