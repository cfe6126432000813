import type { Candidate } from "./store/search.ts";

/** How much each thing counts in a score; the rest is how well the text fits. */
export interface RankingOptions {
  /** From 0 to 1; default 0.1. */
  recency?: number | undefined;
  /** From 0 to 1; default 0.1. */
  importance?: number | undefined;
  /** After this time a memory counts half as recent; default 30 days. */
  halfLifeMs?: number | undefined;
}

/** A ranking with everything filled in. */
export interface Ranking {
  readonly recency: number;
  readonly importance: number;
  readonly halfLifeMs: number;
}

const DAY_MS = 86_400_000;
const VECTOR_SHARE = 0.6;

/** The ranking of memories when nobody says otherwise. */
export function readRanking(options: RankingOptions = {}): Ranking {
  const { recency = 0.1, importance = 0.1, halfLifeMs = 30 * DAY_MS } = options;
  return { recency, importance, halfLifeMs };
}

/** Only how well the text fits: for knowledge, which does not age. */
export const BY_FIT_ALONE: Ranking = { recency: 0, importance: 0, halfLifeMs: DAY_MS };

/** A candidate's score, from 0 to 1: the sum of its fit, its recency and its importance, each times its weight. */
export function scoreOf(candidate: Candidate, ranking: Ranking, now: number): number {
  const { recency, importance, halfLifeMs } = ranking;
  const age = Math.max(0, now - candidate.record.createdAt);
  return (
    (1 - recency - importance) * fitOf(candidate) +
    recency * 2 ** (-age / halfLifeMs) +
    importance * candidate.record.importance
  );
}

/** Words alone where there is no vector to compare; else both, the vector counting more. */
function fitOf({ words, nearness }: Candidate): number {
  return nearness === undefined ? words : VECTOR_SHARE * nearness + (1 - VECTOR_SHARE) * words;
}
