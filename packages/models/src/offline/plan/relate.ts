import { areRelated, conceptsOf, nearness } from "../text/concepts.ts";
import type { Clause } from "../text/clauses.ts";
import { nameWords, stem, termsOf } from "../text/words.ts";
import type { Reading } from "./reading.ts";
import type { ToolView } from "./tool-view.ts";

/** The score of a clause that calls a tool by its name. */
export const NAMED = 100;

/** Of a long task so many clauses are looked at for each tool. */
const MOST_CLAUSES = 40;

/** How far a clause speaks of a tool's business. */
export interface Relation {
  readonly clause: Clause;
  readonly score: number;
  /** How many different words of the clause do so. */
  readonly words: number;
}

/** For one tool: the clauses that speak of it, the nearest first; whether the task names it; whether it says not to use it. */
export interface ToolRelations {
  readonly tool: ToolView;
  readonly relations: readonly Relation[];
  readonly isNamed: boolean;
  readonly isForbidden: boolean;
}

/** Relates every tool to every clause. A word that many tools share counts less for each. */
export function relateTools(tools: readonly ToolView[], reading: Reading): ToolRelations[] {
  const weights = wordWeights(tools);
  const clauseTerms = reading.clauses.map((clause) => ({ clause, terms: new Set(termsOf(clause.text)) }));
  return tools.map((tool) => {
    const name = mentionPattern(tool.name);
    const relations = clauseTerms
      .map(({ clause, terms }): Relation => {
        const { score, words } = relation(tool, terms, weights);
        return { clause, words, score: score + (name.test(clause.text) ? NAMED : 0) };
      })
      .sort((one, other) => other.score - one.score || one.clause.start - other.clause.start)
      .slice(0, MOST_CLAUSES);
    return {
      tool,
      relations,
      isNamed: relations.some((one) => one.score >= NAMED),
      isForbidden:
        reading.negated.some((clause) => name.test(clause.text) || forbids(tool, clause)) &&
        !relations.some((one) => one.score >= NAMED),
    };
  });
}

/** Whether the task asks for the change a tool makes: its verb and what it changes are both spoken of in one clause. */
export function asksForChange(tool: ToolView, clause: Clause, hasEvidence: boolean): boolean {
  const [verb = "", ...nouns] = nameWords(tool.name).map(stem);
  const terms = termsOf(clause.text);
  // "Write" is near to "create", yet a report to be written is no record to be created: the noun decides.
  const hasVerb = terms.some((term) => term === verb || nearness(term, verb) > 0);
  const hasNoun =
    nouns.length === 0 || nouns.some((noun) => terms.some((term) => term === noun || areRelated(term, noun)));
  return hasVerb && (hasNoun || (hasEvidence && terms.includes(verb)));
}

interface Weights {
  readonly names: ReadonlyMap<string, number>;
  readonly words: ReadonlyMap<string, number>;
}

function wordWeights(tools: readonly ToolView[]): Weights {
  const count = (stems: (tool: ToolView) => ReadonlySet<string>): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const tool of tools) for (const one of stems(tool)) counts.set(one, (counts.get(one) ?? 0) + 1);
    return counts;
  };
  return { names: count((tool) => tool.nameStems), words: count((tool) => tool.vocabulary) };
}

function relation(tool: ToolView, terms: ReadonlySet<string>, weights: Weights): Omit<Relation, "clause"> {
  const sums = { named: 0, described: 0, akin: 0 };
  let words = 0;
  for (const term of terms) {
    const near = nearnessOf(tool, term, weights);
    const isParam = tool.params.some((param) => param.nameStems.includes(term));
    if (near !== undefined) sums[near.by] += near.weight;
    if (isParam) sums.described += 0.3;
    if (near !== undefined || isParam) words += 1;
  }
  return { score: sums.named + Math.min(sums.described, 3) + Math.min(sums.akin, 2), words };
}

/** How a word speaks of a tool: it is in its name, in its description, or akin to one of these. */
function nearnessOf(
  tool: ToolView,
  term: string,
  weights: Weights,
): { by: "named" | "described" | "akin"; weight: number } | undefined {
  // "Find" and "list" stand in many a task that wants something quite else found or listed.
  const nameWeight = COMMON_VERBS.has(term) && tool.nameStems.size > 1 ? 1.2 : 3;
  if (tool.nameStems.has(term)) return { by: "named", weight: nameWeight / (weights.names.get(term) ?? 1) };
  if (tool.descriptionStems.has(term)) return { by: "described", weight: 1 / (weights.words.get(term) ?? 1) };
  const weight = kinship(tool, term);
  return weight > 0 ? { by: "akin", weight } : undefined;
}

const COMMON_VERBS = new Set(
  "find search list read query lookup look check view open load show write describe compute calculate create run"
    .split(" ")
    .map(stem),
);

/** A word of the same group as one of the name's, or of the description's. */
function kinship(tool: ToolView, term: string): number {
  if (conceptsOf(term).length === 0) return 0;
  // "Find" is akin to every tool that queries or searches something.
  for (const own of tool.nameStems) if (areRelated(term, own)) return COMMON_VERBS.has(term) ? 0.6 : 1.2;
  for (const own of tool.descriptionStems) if (areRelated(term, own)) return COMMON_VERBS.has(term) ? 0.2 : 0.5;
  return 0;
}

/** The tool's name as written, or with blanks when it has several words. */
function mentionPattern(name: string): RegExp {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const words = nameWords(name).join("[ _-]?");
  const single = !/[_-]|\p{Ll}\p{Lu}/u.test(name);
  // The name of one word is an ordinary word: only set apart does it name the tool.
  return single
    ? new RegExp(`["'\`]${escaped}["'\`]|\\b${escaped} tool\\b`, "iu")
    : new RegExp(`(?<![\\p{L}\\p{N}_])(?:${escaped}|${words})(?![\\p{L}\\p{N}_])`, "iu");
}

/** "Do not delete anything" forbids what deletes. */
function forbids(tool: ToolView, clause: Clause): boolean {
  return tool.changesThings && asksForChange(tool, clause, true);
}
