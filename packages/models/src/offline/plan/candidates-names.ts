import { conceptsOf } from "../text/concepts.ts";
import { loosePlaces, type NameMention } from "../text/names.ts";
import { subjectOf } from "../text/phrases.ts";
import { isStopWord, stem, termsOf } from "../text/words.ts";
import { candidate, meets, placeIn, type Ask, type Candidate } from "./ask.ts";
import { literalCandidates, subjectCandidate } from "./candidates-words.ts";
import { examplesOf } from "./kinds.ts";

/** Proper names, best those after "in", "for" and the like; lower-case words there if there are no names. */
export function placeCandidates(ask: Ask): Candidate[] {
  const names = ownNames(ask);
  // In a list the first name may begin the clause: "Paris and Oslo: which is warmer?"
  const isListed = names.some((one) => one.placed === "list");
  const isPlaced = (one: NameMention): boolean => isListed || (one.placed !== undefined && PLACING.has(one.placed));
  if (names.length > 0) return names.map((one) => candidate(one.text, one, isPlaced(one) ? 2 : 1));
  const quoted = literalCandidates(ask, /^[\p{L} .'’-]{2,60}$/u);
  if (quoted.length > 0) return quoted;
  const loose = loosePlaces(ask.clause.text).filter((one) => !isBusiness(ask, one.text));
  return loose.map((one) => candidate(one.text, placeIn(ask, one.start, one.text.length), 1));
}

/** Proper names and what is set apart; where the schema gives examples, words that look like one of them. */
export function nameCandidates(ask: Ask): Candidate[] {
  const isOwner = OWNER.test(ask.param.name) && ask.tool.params.some((param) => param.kind === "repository");
  if (isOwner) return repositoryCandidates(ask);
  const shaped = shapedLikeExamples(ask);
  if (shaped.length > 0) return shaped;
  const named = [
    ...literalCandidates(ask, /^\S{1,60}(?: \S{1,60}){0,5}$/),
    ...ownNames(ask).map((one) => candidate(one.text, one, one.initial ? 1 : 2)),
  ];
  // A name that does not look like one is none; a thing of another sort may be called by any words.
  if (named.length > 0 || ask.param.kind === "name" || ask.mentions.codes.length > 0) return named;
  const subject = subjectOf(ask.clause.text, ask.tool.vocabulary);
  const thing = subject.replace(/\s(?:in|on|at|for|from|to|of|with|than|under|below|over|up to)\s.*$/i, "");
  return thing.length > 60 ? [] : subjectCandidate(ask, thing);
}

/** Names after "to", "into", "in" or "from", but none out of the text that is to be worked on. */
export function languageCandidates(ask: Ask): Candidate[] {
  const { text, start } = ask.clause;
  const isLed = (one: NameMention): boolean =>
    /\b(?:to|into|in|from)\s+$/.test(text.slice(Math.max(0, one.start - start - 24), one.start - start));
  const names = ask.mentions.names.filter(
    (one) => isLed(one) && !ask.mentions.literals.some((literal) => meets(one, literal)),
  );
  return names.map((one) => candidate(one.text, one, one.initial ? 1 : 2));
}

/** Short words in capitals; "from" and "to" take the one on their side. */
export function symbolCandidates(ask: Ask): Candidate[] {
  const side = sideOf(ask.param.name);
  const symbols = ask.mentions.capitals.filter((one) => one.text.length <= 5);
  return symbols.map((one) =>
    candidate(one.text, one, side?.test(ask.clause.text.slice(0, one.start - ask.clause.start)) === true ? 3 : 2),
  );
}

/** Owner and repository as they are joined ("acme/rocket"): each its own part, the whole where one argument takes both. */
export function repositoryCandidates(ask: Ask): Candidate[] {
  const hasOwner = ask.tool.params.some((param) => OWNER.test(param.name));
  return Array.from(ask.clause.text.matchAll(REPOSITORY)).map((match) => {
    const [whole, owner = "", name = ""] = match;
    const value = !hasOwner ? whole : OWNER.test(ask.param.name) ? owner : name;
    // Both arguments stand on their own half, so that neither keeps the other from it.
    const at = value === name ? match.index + owner.length + 1 : match.index;
    return candidate(value, placeIn(ask, at, value.length), 2);
  });
}

const OWNER = /^(?:owner|org|organi[sz]ation|user(?:name)?|namespace)$/i;
const REPOSITORY = /(?<![\w./-])([A-Za-z\d][\w-]{0,38})\/([\w-]{1,60})(?![\w/]|\.\w)/g;
const PLACING = new Set("in at for of from to into near around between via visit visiting list than versus".split(" "));

function sideOf(name: string): RegExp | undefined {
  if (/^(?:to|target|quote|dest)/i.test(name)) return /\b(?:to|into|in)\s+$/i;
  return /^(?:from|source|base|src)/i.test(name) ? /(?:\bfrom\s+|\d\s*)$/i : undefined;
}

function ownNames(ask: Ask): NameMention[] {
  return ask.mentions.names.filter((one) => !isBusiness(ask, one.text));
}

/** Whether a name only speaks of the tool itself. */
function isBusiness({ tool }: Ask, name: string): boolean {
  const terms = termsOf(name);
  if (terms.every((term) => tool.nameStems.has(term))) return true;
  const isOneWord = terms.length === 1;
  return isOneWord && (isStopWord(name) || (conceptsOf(stem(name)).length > 0 && tool.vocabulary.has(stem(name))));
}

function shapedLikeExamples(ask: Ask): Candidate[] {
  const examples = examplesOf(ask.param.schema).filter((one) => /\d|\S[/_:-]\S/.test(one) && /^\S{1,40}$/.test(one));
  const shapes = examples.map(shapeOf);
  if (shapes.length === 0) return [];
  const tokens = Array.from(ask.clause.text.matchAll(/[^\s,;:!?"'`()]{2,60}/g), (match) => ({
    text: match[0].replace(/\.$/, ""),
    index: match.index,
  }));
  return tokens
    .filter((token) => shapes.some((shape) => shape.test(token.text)))
    .map((token) => candidate(token.text, placeIn(ask, token.index, token.text.length), 3));
}

/** "ORD-123" as letters, a hyphen, digits. */
function shapeOf(example: string): RegExp {
  const shape = example.replace(/[A-Z]+|[a-z]+|\d+|./g, (run) => {
    if (/^\d/.test(run)) return "\\d+";
    if (/^[A-Z]/.test(run)) return "[A-Z]+";
    return /^[a-z]/.test(run) ? "[a-z]+" : run.replace(/[.*+?^${}()|[\]\\]/, "\\$&");
  });
  return new RegExp(`^${shape}$`);
}
