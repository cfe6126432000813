import { HookAborted } from "@boathook/hooks";
import {
  ClockService,
  ConfigurationError,
  currentFrame,
  DetachedWorkService,
  NEVER_ABORTED,
  raceSignal,
  readOptions,
  service,
  serviceKey,
} from "@boathook/kernel";

import { Embedder } from "./embedder.ts";
import { extracted } from "./extract.ts";
import {
  memoryFilterSchema,
  memoryOptionsSchema,
  recallOptionsSchema,
  rememberOptionsSchema,
  type Extract,
  type FinishedWork,
  type MemoryFilter,
  type MemoryOptions,
  type RecallOptions,
  type RememberOptions,
} from "./memory-options.ts";
import { readRanking, type Ranking } from "./rank.ts";
import { recallMemories } from "./recall-memory.ts";
import { MEMORY_KINDS, type MemoryKind, type MemoryMatch } from "./record.ts";
import { saveMemory, storeRecords, type Draft } from "./save-memory.ts";
import { scopePart, scopeWithin, userPartOf } from "./scope.ts";
import type { RecordFilter } from "./store/filter.ts";
import { countRecords, removeRecords } from "./store/records.ts";
import { StoreFile } from "./store/store-file.ts";
import { exportLines, readLines } from "./transfer.ts";

const BRAND = Symbol.for("boathook:memory");
const DAY_MS = 86_400_000;

/** What crews and agents remember: one store of texts with scopes, found by words and, with an embedder, by meaning. Nothing is opened before its first use. */
export class Memory {
  readonly options: Readonly<MemoryOptions>;
  readonly store: StoreFile;
  readonly embedder: Embedder | undefined;
  readonly ranking: Ranking;
  /** Saves that have begun: a recall waits for them. */
  readonly #saves = new Set<Promise<unknown>>();
  /** Work in the background that saves, or will. */
  readonly #pending = new Set<Promise<unknown>>();

  constructor(options: MemoryOptions = {}) {
    this.options = readOptions(memoryOptionsSchema, options, { subject: "memory" });
    const {
      file = ".boathook/memory.db",
      createFile = true,
      embedder,
      embedTimeoutMs = 30_000,
      ranking,
    } = this.options;
    this.store = new StoreFile({ file, createFile });
    this.embedder = embedder === undefined ? undefined : new Embedder(embedder, embedTimeoutMs);
    this.ranking = readRanking(ranking);
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** True for any memory, also one of a second copy of the package. */
  static is(value: unknown): value is Memory {
    return typeof value === "object" && value !== null && BRAND in value;
  }

  /** Stores a text; its id, when it is on disk. The same text in the same scope is renewed, not doubled. Undefined where a hook left it out. */
  async remember(text: string, options: RememberOptions = {}): Promise<string | undefined> {
    const { signal = currentFrame().signal, ...rest } = readOptions(rememberOptionsSchema, options, {
      subject: "remember",
    });
    return tracked(this.#saves, saveMemory(this.#place, this.#draft(text, rest), signal));
  }

  /** As `remember`, in the background: a failure is an event and a log line. A later `recall` sees it; `drain` and the closing of the runtime wait for it. */
  rememberLater(text: string, options: RememberOptions = {}): void {
    this.#later(() => this.remember(text, options));
  }

  /** Saves what `extract` (by default that of the options, where it is a function) keeps of finished work, in the background. */
  rememberWork(
    work: FinishedWork,
    where: Pick<RememberOptions, "scope" | "user"> = {},
    extract: Extract | undefined = this.options.extract === "model" ? undefined : this.options.extract,
  ): void {
    this.#later(async () => {
      const failures: unknown[] = [];
      for (const { text, ...how } of await extracted(work, extract)) {
        try {
          await this.remember(text, { ...how, ...where });
        } catch (error) {
          if (!HookAborted.is(error)) failures.push(error); // a refusal has its event, and is what somebody wanted
        }
      }
      if (failures.length > 0) throw failures[0];
    });
  }

  /** What fits the query, best first. Waits for the saves that were begun before. */
  async recall(query: string, options: RecallOptions = {}): Promise<readonly MemoryMatch[]> {
    const read = readOptions(recallOptionsSchema, options, { subject: "recall" });
    const { signal = currentFrame().signal, kinds = MEMORY_KINDS, limit = 5, minScore = 0 } = read;
    const scopes = listOf(read.scope ?? "/");
    const users = [...scopes.flatMap((scope) => userPartOf(scope) ?? []), ...optionalPart(read.user)];
    if (this.#saves.size > 0) await raceSignal(Promise.all(this.#saves), signal);
    return recallMemories(this, { query, scopes, users, kinds, limit, minScore }, signal);
  }

  /** Removes memories for good; gives their number. A filter that says nothing is refused: `reset` removes everything. */
  async forget(filter: MemoryFilter): Promise<number> {
    const read = readFilter(filter);
    if (Object.values(filter).every((value) => value === undefined)) throw emptyFilter();
    await this.drain();
    return this.store.write(currentFrame().signal, (database) => removeRecords(database, read));
  }

  /** Removes every memory, or every one of these kinds; gives their number. */
  async reset(kinds: readonly MemoryKind[] = MEMORY_KINDS): Promise<number> {
    return this.forget({ kinds });
  }

  /** How many memories there are, expired ones included. */
  async count(filter: MemoryFilter = {}): Promise<number> {
    const read = readFilter(filter);
    await this.drain();
    return this.store.read(currentFrame().signal, (database) => countRecords(database, read));
  }

  /** The memories as JSON lines, oldest first, without vectors. */
  async *export(filter: MemoryFilter = {}): AsyncGenerator<string> {
    const read = readFilter(filter);
    await this.drain();
    yield* exportLines(this.store, read, currentFrame().signal);
  }

  /** Stores what `export` wrote, all of it or, with `MemoryImportError`, nothing; gives the number of lines. No hooks are asked. */
  async import(lines: string | Iterable<string> | AsyncIterable<string>): Promise<number> {
    const records = await readLines(lines);
    await storeRecords(this.#place, records, currentFrame().signal);
    return records.length;
  }

  /** Waits until every save begun so far has ended. Rejects when `signal` aborts; the saves go on. */
  async drain(signal: AbortSignal = NEVER_ABORTED): Promise<void> {
    if (this.#pending.size > 0) await raceSignal(Promise.all(this.#pending), signal);
  }

  /** Waits for the saves under way and closes the file. */
  async close(): Promise<void> {
    await this.drain();
    await this.store.close();
  }

  #later(work: () => Promise<unknown>): void {
    service(DetachedWorkService).add("a memory to be saved", tracked(this.#pending, work()));
  }

  get #place(): { store: StoreFile; embedder: Embedder | undefined; redact: boolean } {
    return { store: this.store, embedder: this.embedder, redact: this.options.redact !== false };
  }

  #draft(text: string, options: Omit<RememberOptions, "signal">): Draft {
    if (typeof text !== "string" || text.trim() === "") throw emptyText();
    const { kind = "long_term", scope = "/", user, metadata = {}, importance = 0.5 } = options;
    return {
      text,
      kind,
      scope: user === undefined ? scope : scopeOfUser(scope, user),
      metadata,
      importance,
      expiresAt: options.expiresAt ?? this.#endOf(kind),
    };
  }

  #endOf(kind: MemoryKind): number | undefined {
    return kind === "short_term" ? service(ClockService).now() + (this.options.shortTermMs ?? DAY_MS) : undefined;
  }
}

/** The memory of crews and agents that say `memory: true`. */
export const MemoryService = serviceKey<Memory>("Memory", () => new Memory());

function readFilter(filter: MemoryFilter): RecordFilter {
  const { scope, user, kinds, ids, before } = readOptions(memoryFilterSchema, filter, { subject: "memory filter" });
  return {
    scopes: scope === undefined ? undefined : listOf(scope),
    owner: user === undefined ? undefined : scopePart(user),
    kinds: kinds ?? MEMORY_KINDS,
    ids,
    before,
  };
}

/** Keeps what is under way in the set; what comes of it is its caller's. */
function tracked<T>(set: Set<Promise<unknown>>, work: Promise<T>): Promise<T> {
  const settled: Promise<unknown> = work.then(
    () => set.delete(settled),
    () => set.delete(settled), // told to the caller
  );
  set.add(settled);
  return work;
}

function scopeOfUser(scope: string, user: string): string {
  const named = userPartOf(scope);
  if (named === undefined) return scopeWithin(scope, "user", user);
  if (named === scopePart(user)) return scope;
  const message = `the scope is another user's than "${user}"`;
  throw new ConfigurationError([{ path: "scope", message }], { subject: "remember" });
}

function listOf(scope: string | readonly string[]): readonly string[] {
  return typeof scope === "string" ? [scope] : scope;
}

function optionalPart(user: string | undefined): readonly string[] {
  return user === undefined ? [] : [scopePart(user)];
}

function emptyText(): ConfigurationError {
  return new ConfigurationError([{ path: "text", message: "expected a text that is not empty" }], {
    subject: "remember",
  });
}

function emptyFilter(): ConfigurationError {
  return new ConfigurationError([{ path: "", message: "the filter is empty; `reset()` forgets everything" }], {
    subject: "memory filter",
  });
}
