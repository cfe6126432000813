import { LlmCallBlockedError } from "@boathook/hooks";
import {
  closeSpan,
  currentFrame,
  errorMessage,
  log,
  openSpan,
  runInFrame,
  throwIfCancelled,
  type Emittable,
} from "@boathook/kernel";
import {
  memoriesToShow,
  saveMemoryTool,
  searchKnowledgeTool,
  searchMemoryTool,
  type Knowledge,
  type KnowledgeMatch,
} from "@boathook/memory";
import type { Tool } from "@boathook/tools";

import {
  KnowledgeSearchQueryCompletedEvent,
  KnowledgeSearchQueryFailedEvent,
  KnowledgeSearchQueryStartedEvent,
  MemoryRetrievalCompletedEvent,
  MemoryRetrievalFailedEvent,
  MemoryRetrievalStartedEvent,
} from "./events.ts";
import { rewriteQuery } from "./rewrite-query.ts";
import { memoryOf, type MemoryPlace, type Worker } from "./memory-of.ts";

/** What a worker is told and given beside its task. */
export interface Recollection {
  /** Paragraphs of the prompt: memories, the agent's knowledge, the crew's. */
  readonly notes: readonly string[];
  readonly tools: readonly Tool[];
}

/** Defaults of how much of it goes into a prompt. */
const MEMORY_MIN_SCORE = 0.35;
const KNOWLEDGE_MIN_SCORE = 0.3;
const AGENT_KNOWLEDGE_LIMIT = 5;
const CREW_KNOWLEDGE_LIMIT = 3;

/**
 * Looks for what fits the work, but for what `shown` says already. Undefined, without a promise, where there is neither memory nor knowledge. What
 * fails costs the work nothing but the notes.
 */
export function recollect(
  worker: Worker,
  query: string,
  memoryLimit: number,
  shown = "",
): Promise<Recollection> | undefined {
  const place = memoryOf(worker);
  const { agent, crew } = worker;
  const hasKnowledge = agent.options.knowledge !== undefined || crew?.options.knowledge !== undefined;
  if (place === undefined && !hasKnowledge) return undefined;
  return gather(worker, place, { query, memoryLimit, shown });
}

async function gather(worker: Worker, place: MemoryPlace | undefined, sought: Sought): Promise<Recollection> {
  const notes: string[] = [];
  if (place !== undefined) notes.push(await remembered(place, sought));
  const searches = searchesOf(worker);
  if (searches.length > 0) notes.push(await known(searches, worker, sought.query));
  return {
    notes: notes.filter((note) => note !== ""),
    tools: [...memoryTools(place), ...searches.flatMap(({ knowledge }) => knowledgeTools(knowledge))],
  };
}

interface Sought {
  readonly query: string;
  readonly memoryLimit: number;
  /** What the worker is told anyway. */
  readonly shown: string;
}

function remembered(place: MemoryPlace, { query, memoryLimit, shown }: Sought): Promise<string> {
  return retrieval(MEMORY_EVENTS, query, async () => {
    const { memory, scopes, user } = place;
    const options = { scope: scopes, user, limit: memoryLimit, minScore: MEMORY_MIN_SCORE };
    const found = await memory.recall(query, options);
    const matches = await memoriesToShow(
      query,
      found.filter((match) => !shown.includes(resultIn(match.text))),
    );
    if (matches.length === 0) return "";
    return ["What is remembered of earlier work:", ...matches.map((match) => `- ${match.text}`)].join("\n");
  });
}

/** What an earlier task of the same run gave is its context, and need not be told twice. */
function resultIn(text: string): string {
  const at = text.indexOf(RESULT);
  return at === -1 ? text : text.slice(at + RESULT.length);
}

const RESULT = "\nResult: ";

interface Search {
  readonly knowledge: Knowledge;
  readonly limit: number;
}

/** The agent's first. One that both have is searched once. */
function searchesOf({ agent, crew }: Worker): readonly Search[] {
  const own = agent.options.knowledge;
  const shared = crew?.options.knowledge;
  const searches: Search[] = [];
  if (own !== undefined) searches.push({ knowledge: own, limit: own.options.limit ?? AGENT_KNOWLEDGE_LIMIT });
  if (shared !== undefined && shared !== own)
    searches.push({ knowledge: shared, limit: shared.options.limit ?? CREW_KNOWLEDGE_LIMIT });
  return searches;
}

function known(searches: readonly Search[], worker: Worker, task: string): Promise<string> {
  return retrieval(KNOWLEDGE_EVENTS, task, async () => {
    const found: KnowledgeMatch[] = [];
    const isRewritten = searches.some(({ knowledge }) => knowledge.options.rewriteQuery === true);
    const query = isRewritten ? await rewriteQuery(worker, task) : task;
    for (const { knowledge, limit } of searches) {
      const { minScore = KNOWLEDGE_MIN_SCORE } = knowledge.options;
      found.push(...(await knowledge.search(query, { limit, minScore })));
    }
    if (found.length === 0) return "";
    return ["From the documents at hand:", ...found.map(({ source, text }) => `[${source}] ${text}`)].join("\n\n");
  });
}

interface RetrievalEvents {
  readonly started: Emittable<{ readonly query: string }>;
  readonly completed: Emittable<{ readonly content: string }>;
  readonly failed: Emittable<{ readonly error: unknown }>;
}

const MEMORY_EVENTS: RetrievalEvents = {
  started: MemoryRetrievalStartedEvent,
  completed: MemoryRetrievalCompletedEvent,
  failed: MemoryRetrievalFailedEvent,
};

const KNOWLEDGE_EVENTS: RetrievalEvents = {
  started: KnowledgeSearchQueryStartedEvent,
  completed: KnowledgeSearchQueryCompletedEvent,
  failed: KnowledgeSearchQueryFailedEvent,
};

/** A failure, also a memory hook's abort, leaves the note out; a cancellation, and a hook that stopped a model call, end the task. */
async function retrieval(events: RetrievalEvents, query: string, work: () => Promise<string>): Promise<string> {
  const span = openSpan(events.started, { query });
  try {
    const content = await runInFrame(span.frame, work);
    closeSpan(span, events.completed, { content });
    return content;
  } catch (error) {
    closeSpan(span, events.failed, { error });
    throwIfCancelled(currentFrame().signal);
    if (LlmCallBlockedError.is(error)) throw error;
    log("warn", { error: errorMessage(error) }, "a task goes on without memories or knowledge that it could have had");
    return "";
  }
}

function memoryTools(place: MemoryPlace | undefined): Tool[] {
  if (place === undefined || place.memory.options.tools === false) return [];
  const { memory, scopes, user, saveScope } = place;
  const search = searchMemoryTool(memory, { scope: scopes, user });
  return memory.options.readOnly === true ? [search] : [search, saveMemoryTool(memory, { scope: saveScope, user })];
}

function knowledgeTools(knowledge: Knowledge): Tool[] {
  return knowledge.options.tools === true ? [searchKnowledgeTool(knowledge)] : [];
}
