import { salientWords, subjectOf } from "../text/phrases.ts";
import { termsOf } from "../text/words.ts";
import { candidate, placeIn, type Ask, type Candidate } from "./ask.ts";

/** What is quoted, fenced or in backticks and looks like `shape`. */
export function literalCandidates({ mentions }: Ask, shape: RegExp): Candidate[] {
  return mentions.literals.filter((one) => shape.test(one.text)).map((one) => candidate(one.text, one, 2));
}

/** Words to look for as they stand: set apart, in capitals, names from programs; else what the clause turns on. */
export function searchCandidates(ask: Ask): Candidate[] {
  const { literals, capitals, identifiers } = ask.mentions;
  const exact = [
    ...literals.filter((one) => one.mark !== "block"),
    ...capitals.filter((one) => !FORMAT_WORDS.test(one.text)),
    ...identifiers.filter((one) => !PRODUCTS.test(one.text)),
  ];
  if (exact.length > 0)
    return exact.sort((one, other) => one.start - other.start).map((one) => candidate(one.text, one, 2));
  const words = salientWords(ask.clause.text, ask.business).slice(0, 2);
  // Without its plural "s" a word is found in either number.
  return words.map((word) =>
    candidate(word.replace(/(?<=[a-z]{3})s$/, ""), placeIn(ask, ask.clause.text.indexOf(word), word.length), 1),
  );
}

/** A question or topic for a search engine: what is quoted, else what the clause is about. */
export function queryCandidates(ask: Ask): Candidate[] {
  // Who is given a task wants it whole.
  if (WHOLE.test(ask.param.name)) return [candidate(ask.clause.text.trim(), ask.clause, 1)];
  const quoted = literalCandidates(ask, /^[^\n]{2,200}$/);
  return quoted.length > 0
    ? quoted
    : subjectCandidate(ask, withoutAddresses(subjectOf(ask.clause.text, ask.tool.vocabulary)));
}

/** A title: what is quoted, else what the clause is about. */
export function titleCandidates(ask: Ask): Candidate[] {
  return queryCandidates(ask).map((one) => ({ ...one, value: capitalised(String(one.value).slice(0, 120)) }));
}

/** A text to work on stands set apart, or after a colon; what is asked for as context is the task itself. */
export function textCandidates(ask: Ask): Candidate[] {
  if (/^(?:context|background)$/i.test(ask.param.name)) return [candidate(ask.clause.text.trim(), ask.clause, 1)];
  const apart = literalCandidates(ask, /\s|^\S{1,400}$/);
  if (apart.length > 0) return apart;
  const after = /:\s+(\S[\s\S]{2,})$/.exec(ask.clause.text);
  return after?.[1] === undefined ? [] : [candidate(after[1].trim(), placeIn(ask, after.index, after[0].length), 1)];
}

/** What the clause is about, as a guess; nothing when it is about nothing. */
export function subjectCandidate(ask: Ask, subject: string): Candidate[] {
  if (termsOf(subject).length === 0) return [];
  return [candidate(subject, placeIn(ask, ask.clause.text.indexOf(subject), subject.length), 1)];
}

const WHOLE = /^(?:task|question|prompt|instructions?|request|message)$/i;
const FORMAT_WORDS = /^(?:JSON|CSV|SQL|HTML|PDF|URL|API|MD|README|AND|OR|NOT|OK|UTC|TS|JS|CI|ID|IDS|CLI|UI)$/;
const PRODUCTS =
  /^(?:TypeScript|JavaScript|GitHub|GitLab|YouTube|LinkedIn|PostgreSQL|MySQL|MongoDB|OpenAI|PowerPoint|WhatsApp|PayPal|McDonald)s?$/;

/** Where something is to be sent is not what it is about. */
function withoutAddresses(subject: string): string {
  const plain = subject.replace(/(?:\b(?:to|at|from)\s+)?\S*(?:@|:\/\/)\S*/g, "");
  return plain.replace(/\s+/g, " ").trim();
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
