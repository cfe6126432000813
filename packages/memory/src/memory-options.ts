import { instanceLike } from "@boathook/kernel";
import type { MaybePromise } from "@boathook/hooks";
import { z } from "zod";

import { embeddingModelSchema, type EmbeddingModelLike } from "./embedder.ts";
import type { RankingOptions } from "./rank.ts";
import { isScope, MEMORY_KINDS, type MemoryKind } from "./record.ts";

/** What a memory is made of. */
export interface MemoryOptions {
  /** Its database file, or `":memory:"`; default `.boathook/memory.db` in the working directory. */
  file?: string | undefined;
  /** Default true: the file and its folders are made where they are not there. */
  createFile?: boolean | undefined;
  /** Finds by meaning, too. Without one, by words alone. */
  embedder?: EmbeddingModelLike | undefined;
  /** Milliseconds for one call of the embedder; default 30 000. */
  embedTimeoutMs?: number | undefined;
  /** True: crews recall from it and save nothing. Default false. */
  readOnly?: boolean | undefined;
  /** Default true: what looks like a secret is taken out of texts and metadata before they are stored. */
  redact?: boolean | undefined;
  /** Default true: agents of crews get the tools `search_memory` and, unless `readOnly`, `save_memory`. */
  tools?: boolean | undefined;
  /** What a crew keeps of a finished task; default one long-term memory with the task and its result. `"model"`: facts that the agent's model picks out, by one more call in the background. */
  extract?: "model" | Extract | undefined;
  /** Milliseconds after which a short-term memory is forgotten; default a day. */
  shortTermMs?: number | undefined;
  ranking?: RankingOptions | undefined;
}

/** Says what is worth keeping of finished work; undefined: the task and its result, as they are. */
export type Extract = (work: FinishedWork) => MaybePromise<readonly Remembered[] | undefined>;

/** A task that was done, as `extract` sees it. */
export interface FinishedWork {
  readonly task: string;
  readonly result: string;
  readonly agentRole: string;
}

/** A text to be remembered, and how. */
export interface Remembered extends Omit<RememberOptions, "scope" | "user" | "signal"> {
  readonly text: string;
}

/** How a text is remembered. */
export interface RememberOptions {
  /** Default `"long_term"`. */
  kind?: MemoryKind | undefined;
  /** Default `"/"`. */
  scope?: string | undefined;
  /** Whose it is: only recalls for that user find it. */
  user?: string | undefined;
  /** Plain JSON data. */
  metadata?: Readonly<Record<string, unknown>> | undefined;
  /** From 0 to 1; default 0.5. */
  importance?: number | undefined;
  /** Milliseconds since 1970; default never, for a short-term memory after `shortTermMs`. */
  expiresAt?: number | undefined;
  /** Absent: the current run's. When it aborts, the text is stored without a vector. */
  signal?: AbortSignal | undefined;
}

/** Where and how a memory is searched. */
export interface RecallOptions {
  /** One or several, each with all below it; default everything. */
  scope?: string | readonly string[] | undefined;
  /** Finds what is this user's, too. Absent: nothing that is any user's, unless a scope names the user. */
  user?: string | undefined;
  /** Default all. */
  kinds?: readonly MemoryKind[] | undefined;
  /** Default 5, at most 100. */
  limit?: number | undefined;
  /** From 0 to 1; default 0: everything that has a word of the query, or a vector. */
  minScore?: number | undefined;
  /** Absent: the current run's. */
  signal?: AbortSignal | undefined;
}

/** Which memories are meant; what is absent does not count. */
export interface MemoryFilter {
  /** One or several, each with all below it. */
  scope?: string | readonly string[] | undefined;
  /** Only what is this user's. */
  user?: string | undefined;
  kinds?: readonly MemoryKind[] | undefined;
  ids?: readonly string[] | undefined;
  /** Created before this time, milliseconds since 1970. */
  before?: number | undefined;
}

const share = z.number().min(0).max(1).optional();
const ms = z.number().positive().optional();
const scope = z.string().refine(isScope, 'expected "/" or a path like "/crew/report"');
const kind = z.enum(MEMORY_KINDS);
const signal = instanceLike<AbortSignal>("an AbortSignal", isSignal).optional();
const scopes = z.union([scope, z.array(scope).min(1).readonly()]).optional();

/** The schema of `RankingOptions`. */
const rankingSchema = z
  .strictObject({ recency: share, importance: share, halfLifeMs: ms })
  .refine(({ recency = 0.1, importance = 0.1 }) => recency + importance <= 1, {
    error: "recency and importance together are more than 1",
  });

/** The schema of `MemoryOptions`. */
export const memoryOptionsSchema = z.strictObject({
  file: z.string().min(1).optional(),
  createFile: z.boolean().optional(),
  embedder: embeddingModelSchema.optional(),
  embedTimeoutMs: ms,
  readOnly: z.boolean().optional(),
  redact: z.boolean().optional(),
  tools: z.boolean().optional(),
  extract: z
    .union([z.literal("model"), instanceLike<Extract>("a function", isFunction)], {
      error: 'expected "model" or a function',
    })
    .optional(),
  shortTermMs: ms,
  ranking: rankingSchema.optional(),
});

/** The schema of `RememberOptions`. */
export const rememberOptionsSchema = z.strictObject({
  kind: kind.optional(),
  scope: scope.optional(),
  user: z.string().min(1).optional(),
  metadata: z.record(z.string(), z.unknown()).readonly().optional(),
  importance: share,
  expiresAt: z.int().nonnegative().optional(),
  signal,
});

/** The schema of what `extract` gives. */
export const rememberedSchema: z.ZodType<readonly Remembered[]> = z
  .array(rememberOptionsSchema.omit({ scope: true, user: true, signal: true }).extend({ text: z.string() }))
  .readonly();

/** The schema of `RecallOptions`. */
export const recallOptionsSchema = z.strictObject({
  scope: scopes,
  user: z.string().min(1).optional(),
  kinds: z.array(kind).readonly().optional(),
  limit: z.int().positive().max(100).optional(),
  minScore: share,
  signal,
});

/** The schema of `MemoryFilter`. */
export const memoryFilterSchema = z.strictObject({
  scope: scopes,
  user: z.string().min(1).optional(),
  kinds: z.array(kind).readonly().optional(),
  ids: z.array(z.string()).readonly().optional(),
  before: z.int().nonnegative().optional(),
});

function isSignal(value: unknown): boolean {
  return typeof value === "object" && value !== null && "aborted" in value && "addEventListener" in value;
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}
