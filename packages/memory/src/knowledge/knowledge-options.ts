import { instanceLike } from "@boathook/kernel";
import { z } from "zod";

import { embeddingModelSchema, type EmbeddingModelLike } from "../embedder.ts";
import { SOURCE_TYPES, type SourceType } from "./source-types.ts";

/** Where knowledge comes from: a text, a file, or all files of a folder whose type is known. */
export type KnowledgeSource = string | TextSource | FileSource | FolderSource;

/** A text, named in what is found. */
export interface TextSource {
  readonly text: string;
  /** Default `text 1`, by its place in the list. */
  readonly name?: string | undefined;
  /** Default `"text"`; never `"pdf"`. */
  readonly type?: SourceType | undefined;
}

/** A file inside of the root. */
export interface FileSource {
  readonly file: string;
  /** Default by the ending of its name. */
  readonly type?: SourceType | undefined;
}

/** A folder inside of the root, with the folders in it. */
export interface FolderSource {
  readonly folder: string;
}

/** What knowledge is made of. */
export interface KnowledgeOptions {
  readonly sources: readonly KnowledgeSource[];
  /** Tells it apart from others in the same file; default `"knowledge"`. */
  readonly name?: string | undefined;
  /** The folder that files have to lie in; default the working directory. */
  readonly root?: string | undefined;
  /** Where the index is kept; default `":memory:"`, made anew by every process. */
  readonly file?: string | undefined;
  /** Finds by meaning, too. Without one, by words alone. */
  readonly embedder?: EmbeddingModelLike | undefined;
  /** Milliseconds for one call of the embedder; default 30 000. */
  readonly embedTimeoutMs?: number | undefined;
  /** Characters per chunk, 1500, and how much of the chunk before one begins with, 200. */
  readonly chunk?: { readonly size?: number | undefined; readonly overlap?: number | undefined } | undefined;
  /** Bytes of the largest file that is read; default 50 MB. */
  readonly maxFileBytes?: number | undefined;
  /** How many pieces a task is shown; default 5 of an agent's knowledge, 3 of a crew's. */
  readonly limit?: number | undefined;
  /** From 0 to 1: how well a piece has to fit to be shown to a task; default 0.3. */
  readonly minScore?: number | undefined;
  /** True: the agent's model makes a search query of the task first, by one more call. Default false: the task's own words are searched for. */
  readonly rewriteQuery?: boolean | undefined;
  /** True: agents of crews get the tool `search_knowledge`. Default false: what fits a task is shown to it. */
  readonly tools?: boolean | undefined;
}

/** Where and how knowledge is searched. */
export interface KnowledgeSearchOptions {
  /** Default 5, at most 100. */
  readonly limit?: number | undefined;
  /** From 0 to 1; default 0. */
  readonly minScore?: number | undefined;
  /** Absent: the current run's. */
  readonly signal?: AbortSignal | undefined;
}

const text = z.string().min(1);
const ms = z.number().positive();
const share = z.number().min(0).max(1);
const limit = z.int().positive().max(100);
const type = z.enum(SOURCE_TYPES);

const source = z.union(
  [
    text,
    z.strictObject({ text, name: text.optional(), type: type.exclude(["pdf"]).optional() }),
    z.strictObject({ file: text, type: type.optional() }),
    z.strictObject({ folder: text }),
  ],
  { error: "expected a text that is not empty, { text, name?, type? }, { file, type? } or { folder }" },
);

const chunk = z
  .strictObject({ size: z.int().min(50).max(100_000).optional(), overlap: z.int().nonnegative().optional() })
  .refine(({ size = 1_500, overlap = 200 }) => overlap <= size / 2, {
    error: "the overlap is more than half of the size",
  });

/** The schema of `KnowledgeOptions`. */
export const knowledgeOptionsSchema = z.strictObject({
  sources: z.array(source).min(1, "the list is empty").readonly(),
  name: text.optional(),
  root: text.optional(),
  file: text.optional(),
  embedder: embeddingModelSchema.optional(),
  embedTimeoutMs: ms.optional(),
  chunk: chunk.optional(),
  maxFileBytes: ms.optional(),
  limit: limit.optional(),
  minScore: share.optional(),
  rewriteQuery: z.boolean().optional(),
  tools: z.boolean().optional(),
});

/** The schema of `KnowledgeSearchOptions`. */
export const searchOptionsSchema = z.strictObject({
  limit: limit.optional(),
  minScore: share.optional(),
  signal: instanceLike<AbortSignal>(
    "an AbortSignal",
    (value) => typeof value === "object" && value !== null && "aborted" in value,
  ).optional(),
});
