import { stat } from "node:fs/promises";
import path from "node:path";

import { ClockService, log, service, throwIfCancelled } from "@boathook/kernel";

import { MemoryStoreError } from "../errors.ts";
import type { Database } from "./database.ts";
import { IN_MEMORY, isBusy, openStore, storeError } from "./open-store.ts";

/** Where a store is, and whether it may be made. */
export interface StoreFileOptions {
  readonly file: string;
  readonly createFile: boolean;
}

/** How long a lock of another process is waited for. */
const LONGEST_WAIT_MS = 10_000;
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 100;

/** A store's file: opened by its first use, waited for while another process writes, opened anew when it was moved away. */
export class StoreFile {
  readonly file: string;
  readonly #createFile: boolean;
  #opened: Promise<OpenFile> | undefined;
  #isClosed = false;

  constructor(options: StoreFileOptions) {
    this.file = options.file === IN_MEMORY ? IN_MEMORY : path.resolve(options.file);
    this.#createFile = options.createFile;
  }

  /** Runs `work` on the open store; what it throws comes as a `MemoryStoreError`. */
  async read<T>(signal: AbortSignal, work: (database: Database) => T): Promise<T> {
    const clock = service(ClockService);
    const started = clock.now();
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      throwIfCancelled(signal);
      try {
        return work(await this.#open());
      } catch (error) {
        if (!isBusy(error) || clock.now() - started > LONGEST_WAIT_MS) throw storeError(error, this.file);
        await clock.sleep(pause * (0.5 + Math.random() / 2), signal);
      }
    }
  }

  /** As `read`, in one transaction. When it has resolved, the death of the process loses nothing of it. */
  write<T>(signal: AbortSignal, work: (database: Database) => T): Promise<T> {
    return this.read(signal, (database) => database.transaction(() => work(database)));
  }

  /** Closes the file; everything asked of it afterwards is refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const opened = this.#opened;
    this.#opened = undefined;
    const settled = await opened?.catch(() => undefined); // told to whoever opened it
    if (settled === undefined) return;
    settled.database.settle();
    settled.database.close();
  }

  async #open(): Promise<Database> {
    if (this.#isClosed) throw new MemoryStoreError("closed", this.file);
    const opening = (this.#opened ??= this.#openFile());
    try {
      const opened = await opening;
      if (this.file === IN_MEMORY || (await fileIdOf(this.file)) === opened.fileId) return opened.database;
      log("warn", { file: this.file }, "the file of a memory store was moved away or deleted; it is opened anew");
      if (this.#opened === opening) {
        this.#opened = undefined;
        opened.database.close();
      }
    } catch (error) {
      if (this.#opened === opening) this.#opened = undefined;
      throw error;
    }
    return this.#open();
  }

  async #openFile(): Promise<OpenFile> {
    if (this.file === IN_MEMORY) return { database: await openStore(this.file), fileId: undefined };
    if (!this.#createFile && (await fileIdOf(this.file)) === undefined)
      throw new MemoryStoreError("missing", this.file);
    const database = await openStore(this.file);
    return { database, fileId: await fileIdOf(this.file) };
  }
}

interface OpenFile {
  readonly database: Database;
  /** Another one under the same name means that this one was moved away. */
  readonly fileId: number | undefined;
}

async function fileIdOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).ino;
  } catch {
    return undefined; // opening it says why
  }
}
