import { defineEvent, registerEvents } from "@boathook/kernel";

/** A task's agent is about to be reminded of earlier work. */
export class MemoryRetrievalStartedEvent extends defineEvent("memory_retrieval_started")<{
  readonly query: string;
}>() {}
/** What a task's agent was reminded of; `content` goes into its prompt, `""` for nothing. */
export class MemoryRetrievalCompletedEvent extends defineEvent("memory_retrieval_completed")<{
  readonly content: string;
}>() {}
/** A task's agent could not be reminded; the task goes on without. */
export class MemoryRetrievalFailedEvent extends defineEvent("memory_retrieval_failed")<{ readonly error: unknown }>() {}

/** Knowledge is looked through for a task. */
export class KnowledgeSearchQueryStartedEvent extends defineEvent("knowledge_search_query_started")<{
  readonly query: string;
}>() {}
/** What was found for a task; `content` goes into its prompt, `""` for nothing. */
export class KnowledgeSearchQueryCompletedEvent extends defineEvent("knowledge_search_query_completed")<{
  readonly content: string;
}>() {}
/** Knowledge could not be looked through; the task goes on without. */
export class KnowledgeSearchQueryFailedEvent extends defineEvent("knowledge_search_query_failed")<{
  readonly error: unknown;
}>() {}

registerEvents(
  MemoryRetrievalStartedEvent,
  MemoryRetrievalCompletedEvent,
  MemoryRetrievalFailedEvent,
  KnowledgeSearchQueryStartedEvent,
  KnowledgeSearchQueryCompletedEvent,
  KnowledgeSearchQueryFailedEvent,
);
