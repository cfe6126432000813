// The moments that this package adds to hooks; written so that they stay in the published types.
import "./hook-points.ts";

export { Memory, MemoryService } from "./memory.ts";
export type {
  Extract,
  FinishedWork,
  MemoryFilter,
  MemoryOptions,
  RecallOptions,
  Remembered,
  RememberOptions,
} from "./memory-options.ts";
export { memoriesToShow } from "./recall-memory.ts";
export type { RankingOptions } from "./rank.ts";
export type { MemoryKind, MemoryMatch, MemoryRecord } from "./record.ts";
export type { EmbeddingModelLike } from "./embedder.ts";
export { localEmbedder } from "./local-embedder.ts";
export { scopeOf, scopeWithin } from "./scope.ts";
export type { MemoryRecallContext, MemoryStoreContext } from "./hook-points.ts";
export { saveMemoryTool, searchKnowledgeTool, searchMemoryTool } from "./memory-tools.ts";
export { Knowledge, type KnowledgeMatch } from "./knowledge/knowledge.ts";
export type {
  FileSource,
  FolderSource,
  KnowledgeOptions,
  KnowledgeSearchOptions,
  KnowledgeSource,
  TextSource,
} from "./knowledge/knowledge-options.ts";
export type { IndexReport } from "./knowledge/index-sources.ts";
export type { SourceType } from "./knowledge/source-types.ts";
export {
  EmbeddingError,
  KnowledgeSourceError,
  MemoryImportError,
  MemoryStoreError,
  type MemoryStoreProblem,
} from "./errors.ts";
export {
  KnowledgeQueryCompletedEvent,
  KnowledgeQueryFailedEvent,
  KnowledgeQueryStartedEvent,
  MemoryQueryCompletedEvent,
  MemoryQueryFailedEvent,
  MemoryQueryStartedEvent,
  MemorySaveCompletedEvent,
  MemorySaveFailedEvent,
  MemorySaveStartedEvent,
} from "./events.ts";
