import type { Database } from "./database.ts";

/** A query's words, and how much each says. */
export interface WeighedQuery {
  /** The words to look for: those that some record has, rarest first, not more than the engine answers quickly. */
  readonly rarest: readonly string[];
  /** From 0 to 1: the weight of the words that both have, of that of the one that has less. */
  overlapWith(terms: readonly string[]): number;
}

const MOST_WORDS = 400;
const MOST_SEARCHED = 24;

/** Weighs the words by how few records have them. A word that no record has counts as a common one: it tells no two records apart. */
export function weighTerms(database: Database, terms: readonly string[]): WeighedQuery {
  const words = [...new Set(terms)].slice(0, MOST_WORDS);
  const counts = countsOf(database, words);
  const total = Number(database.all("SELECT count(*) AS n FROM records")[0]?.["n"] ?? 0);
  const weights = new Map(words.map((word) => [word, weightOf(counts.get(word), total)]));
  const known = words.filter((word) => counts.has(word));
  known.sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0));
  return {
    rarest: known.slice(0, MOST_SEARCHED),
    overlapWith: (others) => overlap(weights, new Set(others)),
  };
}

function countsOf(database: Database, words: readonly string[]): ReadonlyMap<string, number> {
  if (words.length === 0) return new Map();
  const rows = database.all("SELECT c.term, c.doc FROM json_each(?) w JOIN term_counts c ON c.term = w.value", [
    JSON.stringify(words),
  ]);
  return new Map(rows.map((row) => [String(row["term"]), Number(row["doc"])]));
}

function weightOf(count: number | undefined, total: number): number {
  return count === undefined ? 1 : 1 + Math.log(1 + (total - count + 0.5) / (count + 0.5));
}

function overlap(weights: ReadonlyMap<string, number>, others: ReadonlySet<string>): number {
  let query = 0;
  let shared = 0;
  for (const [word, weight] of weights) {
    query += weight;
    if (others.has(word)) shared += weight;
  }
  if (shared === 0) return 0;
  let rest = 0;
  for (const word of others) if (!weights.has(word)) rest += 1;
  return shared / Math.min(query, shared + rest);
}
