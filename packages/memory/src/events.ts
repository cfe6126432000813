import { defineEvent, registerEvents } from "@boathook/kernel";

/** A memory is about to be saved; `text` is what will be stored, without secrets. */
export class MemorySaveStartedEvent extends defineEvent("memory_save_started")<{
  readonly text: string;
  readonly scope: string;
  readonly kind: string;
}>() {}
/** A memory is stored: from now on the death of the process does not lose it. `skipped`: a hook said that it is not to be stored. */
export class MemorySaveCompletedEvent extends defineEvent("memory_save_completed")<{
  readonly memoryId: string | undefined;
  readonly skipped: boolean;
  /** True: it has a vector. */
  readonly embedded: boolean;
}>() {}
/** A memory could not be stored. */
export class MemorySaveFailedEvent extends defineEvent("memory_save_failed")<{ readonly error: unknown }>() {}

/** A memory is searched. */
export class MemoryQueryStartedEvent extends defineEvent("memory_query_started")<{
  readonly query: string;
  readonly scopes: readonly string[];
  readonly limit: number;
}>() {}
/** A memory was searched; `count` matches are given, as hooks left them. */
export class MemoryQueryCompletedEvent extends defineEvent("memory_query_completed")<{ readonly count: number }>() {}
/** A memory could not be searched. */
export class MemoryQueryFailedEvent extends defineEvent("memory_query_failed")<{ readonly error: unknown }>() {}

/** Knowledge is searched. */
export class KnowledgeQueryStartedEvent extends defineEvent("knowledge_query_started")<{
  readonly query: string;
  readonly knowledge: string;
  readonly limit: number;
}>() {}
/** Knowledge was searched; `count` pieces are given. */
export class KnowledgeQueryCompletedEvent extends defineEvent("knowledge_query_completed")<{
  readonly count: number;
}>() {}
/** Knowledge could not be searched, or its sources could not be read. */
export class KnowledgeQueryFailedEvent extends defineEvent("knowledge_query_failed")<{ readonly error: unknown }>() {}

registerEvents(
  MemorySaveStartedEvent,
  MemorySaveCompletedEvent,
  MemorySaveFailedEvent,
  MemoryQueryStartedEvent,
  MemoryQueryCompletedEvent,
  MemoryQueryFailedEvent,
  KnowledgeQueryStartedEvent,
  KnowledgeQueryCompletedEvent,
  KnowledgeQueryFailedEvent,
);
