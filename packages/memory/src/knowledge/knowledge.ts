import {
  closeSpan,
  currentFrame,
  formatFault,
  log,
  NEVER_ABORTED,
  openSpan,
  raceSignal,
  readOptions,
  runInFrame,
} from "@boathook/kernel";

import { Embedder } from "../embedder.ts";
import { KnowledgeSourceError } from "../errors.ts";
import { KnowledgeQueryCompletedEvent, KnowledgeQueryFailedEvent, KnowledgeQueryStartedEvent } from "../events.ts";
import { BY_FIT_ALONE, scoreOf } from "../rank.ts";
import { candidatesFor } from "../recall-memory.ts";
import { IN_MEMORY } from "../store/open-store.ts";
import { searchRecords } from "../store/search.ts";
import { StoreFile } from "../store/store-file.ts";
import {
  forgetSources,
  indexSources,
  KNOWLEDGE_KIND,
  scopeOfSource,
  type IndexPlan,
  type IndexReport,
} from "./index-sources.ts";
import {
  knowledgeOptionsSchema,
  searchOptionsSchema,
  type KnowledgeOptions,
  type KnowledgeSearchOptions,
} from "./knowledge-options.ts";

const BRAND = Symbol.for("boathook:knowledge");

/** A piece of a source that was found, best first. `score` is from 0 to 1. */
export interface KnowledgeMatch {
  readonly text: string;
  /** The file's path from the root, or the text's name. */
  readonly source: string;
  readonly score: number;
  /** The headings above it in a Markdown file. */
  readonly heading?: string | undefined;
  /** Of a PDF, from 1. */
  readonly page?: number | undefined;
}

/** What agents can look up: texts and files, cut into pieces, read again when they change. Nothing is read before its first use. */
export class Knowledge {
  readonly name: string;
  readonly options: Readonly<KnowledgeOptions>;
  readonly #plan: IndexPlan;
  #indexing: Promise<IndexReport> | undefined;
  /** The faults that were logged last: each is said once. */
  #logged = "";

  constructor(options: KnowledgeOptions) {
    this.options = readOptions(knowledgeOptionsSchema, options, { subject: "knowledge" });
    const { name = "knowledge", file = IN_MEMORY, embedder, embedTimeoutMs = 30_000, chunk = {} } = this.options;
    this.name = name;
    this.#plan = {
      name,
      sources: this.options.sources,
      root: this.options.root ?? process.cwd(),
      store: new StoreFile({ file, createFile: true }),
      embedder: embedder === undefined ? undefined : new Embedder(embedder, embedTimeoutMs),
      chunk: { size: chunk.size ?? 1_500, overlap: chunk.overlap ?? 200 },
      maxFileBytes: this.options.maxFileBytes ?? 50_000_000,
      seen: new Map(),
    };
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** True for any knowledge, also one of a second copy of the package. */
  static is(value: unknown): value is Knowledge {
    return typeof value === "object" && value !== null && BRAND in value;
  }

  /** Reads what changed. Rejects with `KnowledgeSourceError` that names every source that could not be read; the others are indexed. */
  async sync(signal: AbortSignal = currentFrame().signal): Promise<IndexReport> {
    const report = await this.#index(signal);
    if (report.faults.length > 0) throw new KnowledgeSourceError(this.name, report.faults);
    return report;
  }

  /** The pieces that fit the query, of the sources as they are now. A source that cannot be read is a log line, and an error where nothing else is there. */
  async search(query: string, options: KnowledgeSearchOptions = {}): Promise<readonly KnowledgeMatch[]> {
    const read = readOptions(searchOptionsSchema, options, { subject: "search" });
    const { limit = 5, minScore = 0, signal = currentFrame().signal } = read;
    const span = openSpan(KnowledgeQueryStartedEvent, { query, knowledge: this.name, limit });
    try {
      const matches = await runInFrame(span.frame, async () => {
        await this.#prepared(signal);
        return this.#find(query, { limit, minScore, signal });
      });
      closeSpan(span, KnowledgeQueryCompletedEvent, { count: matches.length });
      return matches;
    } catch (error) {
      closeSpan(span, KnowledgeQueryFailedEvent, { error });
      throw error;
    }
  }

  /** Empties its index; the next search reads every source again. */
  async reset(): Promise<void> {
    await this.#indexing?.catch(() => undefined); // told to whoever searches
    await this.#plan.store.write(currentFrame().signal, (database) => {
      forgetSources(database, this.name);
    });
    this.#plan.seen.clear();
  }

  /** Closes its index. */
  async close(): Promise<void> {
    await this.#indexing?.catch(() => undefined); // told to whoever searches
    await this.#plan.store.close();
  }

  /** Those who come while the sources are read wait for the same reading, which none of them can cancel for the others. */
  #index(signal: AbortSignal): Promise<IndexReport> {
    this.#indexing ??= indexSources(this.#plan, NEVER_ABORTED).finally(() => {
      this.#indexing = undefined;
    });
    return raceSignal(this.#indexing, signal);
  }

  async #prepared(signal: AbortSignal): Promise<void> {
    const { faults, indexed, unchanged } = await this.#index(signal);
    if (faults.length > 0 && indexed.length + unchanged.length === 0) throw new KnowledgeSourceError(this.name, faults);
    const said = faults.map(formatFault).join("\n");
    if (said !== "" && said !== this.#logged)
      log("warn", { knowledge: this.name, faults: said }, "sources of knowledge could not be read");
    this.#logged = said;
  }

  async #find(
    query: string,
    { limit, minScore, signal }: { readonly limit: number; readonly minScore: number; readonly signal: AbortSignal },
  ): Promise<readonly KnowledgeMatch[]> {
    const { store, embedder } = this.#plan;
    const [embedded] = (await embedder?.tryEmbed([query], signal)) ?? [];
    const filter = { kinds: [KNOWLEDGE_KIND], scopes: [scopeOfSource(this.name)] };
    const found = await store.read(signal, (database) =>
      searchRecords(database, { text: query, embedded, filter, candidates: candidatesFor(limit) }),
    );
    return found
      .map(({ record, ...fit }) => matchOf(record, scoreOf({ record, ...fit }, BY_FIT_ALONE, 0)))
      .filter((match) => match.score >= minScore)
      .sort((a, b) => b.score - a.score || a.source.localeCompare(b.source))
      .slice(0, limit);
  }
}

function matchOf(
  record: { readonly text: string; readonly metadata: Readonly<Record<string, unknown>> },
  score: number,
): KnowledgeMatch {
  const { source, heading, page } = record.metadata as { source: string; heading?: string; page?: number }; // written by `indexSources`
  return {
    text: record.text,
    source,
    score,
    ...(heading === undefined ? {} : { heading }),
    ...(page === undefined ? {} : { page }),
  };
}
