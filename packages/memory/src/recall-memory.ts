import { describeValue, dispatchIfHooked, InvalidHookResultError, replacedBy, SkipOperation } from "@boathook/hooks";
import {
  ClockService,
  closeSpan,
  currentFrame,
  openSpan,
  runInFrame,
  service,
  throwIfCancelled,
} from "@boathook/kernel";

import type { Embedder } from "./embedder.ts";
import { MemoryQueryCompletedEvent, MemoryQueryFailedEvent, MemoryQueryStartedEvent } from "./events.ts";
import { scoreOf, type Ranking } from "./rank.ts";
import type { MemoryKind, MemoryMatch } from "./record.ts";
import { searchRecords } from "./store/search.ts";
import type { StoreFile } from "./store/store-file.ts";

/** What a recall needs of a memory. */
export interface RecallPlace {
  readonly store: StoreFile;
  readonly embedder: Embedder | undefined;
  readonly ranking: Ranking;
}

/** A recall with everything filled in. */
export interface Recall {
  readonly query: string;
  readonly scopes: readonly string[];
  /** Whose memories are found beside nobody's, as written in scopes. */
  readonly users: readonly string[];
  readonly kinds: readonly MemoryKind[];
  readonly limit: number;
  readonly minScore: number;
}

/** Searches a memory: words and vectors, ranked, then hooks; one closing event. */
export async function recallMemories(
  place: RecallPlace,
  recall: Recall,
  signal: AbortSignal,
): Promise<readonly MemoryMatch[]> {
  const { query, scopes, limit } = recall;
  const span = openSpan(MemoryQueryStartedEvent, { query, scopes, limit });
  try {
    const matches = await runInFrame(span.frame, async () =>
      afterHooks(query, await search(place, recall, signal), signal),
    );
    closeSpan(span, MemoryQueryCompletedEvent, { count: matches.length });
    return matches;
  } catch (error) {
    closeSpan(span, MemoryQueryFailedEvent, { error });
    throw error;
  }
}

/** What hooks at `memory_inject` leave of memories that are about to be shown to a model. */
export function memoriesToShow(query: string, matches: readonly MemoryMatch[]): Promise<readonly MemoryMatch[]> {
  return afterHooks(query, matches, currentFrame().signal, "memory_inject");
}

/** A skip leaves none. */
async function afterHooks(
  query: string,
  matches: readonly MemoryMatch[],
  signal: AbortSignal,
  point: "memory_recall" | "memory_inject" = "memory_recall",
): Promise<readonly MemoryMatch[]> {
  try {
    const context = await dispatchIfHooked(point, () => {
      const { execution, names } = currentFrame();
      return { executionId: execution?.id ?? "", signal, payload: matches, query, agentRole: names.agentRole };
    });
    if (context === undefined) return matches;
    const { payload } = context as { payload: unknown }; // a hook may have left anything
    if (isMatchList(payload)) return payload;
    const hook = replacedBy(context) ?? "anonymous";
    throw new InvalidHookResultError("a list of memories", describeValue(payload), { point, hook });
  } catch (error) {
    if (SkipOperation.is(error)) return [];
    throw error;
  }
}

async function search(place: RecallPlace, recall: Recall, signal: AbortSignal): Promise<readonly MemoryMatch[]> {
  const { query, scopes, users, kinds, limit, minScore } = recall;
  throwIfCancelled(signal);
  if (query.trim() === "") return [];
  const [embedded] = (await place.embedder?.tryEmbed([query], signal)) ?? [];
  const now = service(ClockService).now();
  const filter = { scopes, users, kinds, aliveAt: now };
  const found = await place.store.read(signal, (database) =>
    searchRecords(database, { text: query, embedded, filter, candidates: candidatesFor(limit) }),
  );
  const matches = found.map((candidate): MemoryMatch => {
    // The filter lets only kinds of memories through.
    return { ...(candidate.record as MemoryMatch), score: scoreOf(candidate, place.ranking, now) };
  });
  return matches
    .filter((match) => match.score >= minScore)
    .sort((a, b) => b.score - a.score || b.createdAt - a.createdAt)
    .slice(0, limit);
}

/** How many records are ranked closely for so many results. */
export function candidatesFor(limit: number): number {
  return Math.max(50, limit * 4);
}

function isMatchList(value: unknown): value is readonly MemoryMatch[] {
  return Array.isArray(value) && value.every(isMatch);
}

function isMatch(value: unknown): boolean {
  return typeof value === "object" && value !== null && "text" in value && typeof value.text === "string";
}
