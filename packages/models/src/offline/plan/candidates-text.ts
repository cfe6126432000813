import { conceptsOf } from "../text/concepts.ts";
import { loosePlaces } from "../text/names.ts";
import { extensionsNamed } from "../text/paths.ts";
import { salientWords, subjectOf } from "../text/phrases.ts";
import { isStopWord, stem, termsOf } from "../text/words.ts";
import { examplesOf } from "./kinds.ts";
import type { Ask, Candidate } from "./ask.ts";

/** What is quoted, fenced or in backticks and looks like `shape`. */
export function literalCandidates(ask: Ask, shape: RegExp, strength: Candidate["strength"]): Candidate[] {
  return ask.mentions.literals
    .filter((one) => shape.test(one.text))
    .map((one) => ({ value: one.text, start: one.start, end: one.end, strength }));
}

/** Days; in ISO form where the schema wants a date. */
export function dateCandidates(ask: Ask): Candidate[] {
  const wantsIso =
    String(ask.param.schema.node["format"]).startsWith("date") ||
    /\bYYYY-MM-DD|ISO\b/.test(String(ask.param.schema.node["description"]));
  return ask.mentions.dates.flatMap((one): Candidate[] => {
    const value =
      wantsIso && ask.param.schema.node["format"] !== "date-time"
        ? one.iso
        : ask.param.schema.node["format"] === "date-time"
          ? dateTime(one.text, one.iso)
          : (one.iso ?? one.text);
    return value === undefined ? [] : [{ value, start: one.start, end: one.end, strength: 2 }];
  });
}

function dateTime(text: string, iso: string | undefined): string | undefined {
  if (/T\d{2}:\d{2}/.test(text)) return /(?:Z|[-+]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`;
  return iso === undefined ? undefined : `${iso}T00:00:00Z`;
}

/** Proper names, best those after "in", "for" and the like; lower-case words there if there are no names. */
export function placeCandidates(ask: Ask): Candidate[] {
  const names = ask.mentions.names.filter((one) => !isBusiness(ask, one.text));
  const isListed = names.some((one) => one.placed === "list");
  const found = names.map((one): Candidate => ({
    value: one.text,
    start: one.start,
    end: one.end,
    strength: one.initial && !isListed ? 1 : PLACING.has(one.placed ?? "list") ? 2 : 1,
  }));
  if (found.length > 0) return found;
  const quoted = literalCandidates(ask, /^[\p{L} .'’-]{2,60}$/u, 2);
  if (quoted.length > 0) return quoted;
  return loosePlaces(ask.clause.text)
    .filter((one) => !isBusiness(ask, one.text))
    .map((one) => ({
      value: one.text,
      start: ask.clause.start + one.start,
      end: ask.clause.start + one.end,
      strength: 1,
    }));
}

const PLACING = new Set([
  "in",
  "at",
  "for",
  "of",
  "from",
  "to",
  "into",
  "near",
  "around",
  "between",
  "via",
  "visit",
  "visiting",
  "list",
  "than",
  "versus",
]);

/** Proper names and what is set apart; where the schema gives examples, words that look like one of them. */
export function nameCandidates(ask: Ask, before?: RegExp): Candidate[] {
  const shaped = shapedLikeExamples(ask);
  if (shaped.length > 0) return shaped;
  const quoted = literalCandidates(ask, /^[^\n]{1,80}$/, 2);
  const names = namesAfter(ask, before);
  if (quoted.length + names.length > 0) return [...quoted, ...names];
  // A name that does not look like one is none; a thing of another sort may be called by any words.
  if (before !== undefined || ask.param.kind === "name" || ask.mentions.codes.length > 0) return [];
  const subject = subjectOf(ask.clause.text, ask.tool.vocabulary);
  if (subject === "" || subject.length > 80 || termsOf(subject).length === 0) return [];
  const start = Math.max(0, ask.clause.text.indexOf(subject)) + ask.clause.start;
  return [{ value: subject, start, end: start + subject.length, strength: 1 }];
}

function namesAfter(ask: Ask, before: RegExp | undefined): Candidate[] {
  return ask.mentions.names
    .filter(
      (one) =>
        !isBusiness(ask, one.text) &&
        (before === undefined ||
          before.test(
            ask.clause.text
              .slice(0, one.start - ask.clause.start)
              .trimEnd()
              .slice(-24),
          )),
    )
    .map((one): Candidate => ({ value: one.text, start: one.start, end: one.end, strength: one.initial ? 1 : 2 }));
}

function shapedLikeExamples(ask: Ask): Candidate[] {
  const shapes = examplesOf(ask.param.schema)
    .filter((one) => /\d|\S[/_:-]\S/.test(one) && !/\s/.test(one) && one.length <= 40)
    .map(shapeOf);
  if (shapes.length === 0) return [];
  return Array.from(ask.clause.text.matchAll(/[^\s,;:!?"'`()]{2,60}/g)).flatMap((match): Candidate[] => {
    const token = match[0].replace(/\.$/, "");
    const start = ask.clause.start + match.index;
    return shapes.some((shape) => shape.test(token))
      ? [{ value: token, start, end: start + token.length, strength: 3 }]
      : [];
  });
}

/** "ORD-123" as letters, a hyphen, digits. */
function shapeOf(example: string): RegExp {
  const shape = example
    .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replace(/\d+/g, "\\d+")
    .replace(/(?<!\\)[A-Z]+/g, "[A-Z]+")
    .replace(/(?<![\\\]A-Z])[a-z]+/g, "[a-z]+");
  return new RegExp(`^${shape}$`);
}

/** Words to look for as they stand: set apart, in capitals, names from programs; else what the clause turns on. */
export function searchCandidates(ask: Ask): Candidate[] {
  const { mentions } = ask;
  const exact = [
    ...mentions.literals.filter((one) => one.mark !== "block"),
    ...mentions.capitals.filter((one) => !FORMAT_WORDS.test(one.text)),
    ...mentions.identifiers.filter((one) => !PRODUCTS.test(one.text)),
  ]
    .sort((one, other) => one.start - other.start)
    .map((one): Candidate => ({ value: one.text, start: one.start, end: one.end, strength: 2 }));
  if (exact.length > 0) return exact;
  return salientWords(ask.clause.text, ask.business)
    .slice(0, 2)
    .map((word) => {
      const start = ask.clause.start + ask.clause.text.indexOf(word);
      return { value: word.replace(/(?<=[a-z]{3})s$/, ""), start, end: start + word.length, strength: 1 };
    });
}

const FORMAT_WORDS = /^(?:JSON|CSV|SQL|HTML|PDF|URL|API|MD|README|AND|OR|NOT|OK|UTC|TS|JS|CI|ID|IDS|CLI|UI)$/;
const PRODUCTS =
  /^(?:TypeScript|JavaScript|GitHub|GitLab|YouTube|LinkedIn|PostgreSQL|MySQL|MongoDB|OpenAI|PowerPoint|WhatsApp|PayPal|McDonald)s?$/;

/** A question or topic for a search engine: what is quoted, else what the clause is about. */
export function queryCandidates(ask: Ask): Candidate[] {
  // Who is given a task wants it whole.
  if (/^(?:task|question|prompt|instructions?|request|message)$/i.test(ask.param.name))
    return [{ value: ask.clause.text.trim(), start: ask.clause.start, end: ask.clause.end, strength: 1 }];
  const quoted = literalCandidates(ask, /^[^\n]{2,200}$/, 2);
  if (quoted.length > 0) return quoted;
  const subject = withoutAddresses(subjectOf(ask.clause.text, ask.tool.vocabulary));
  if (termsOf(subject).length === 0) return [];
  const start = Math.max(0, ask.clause.text.indexOf(subject)) + ask.clause.start;
  return [{ value: subject, start, end: start + subject.length, strength: 1 }];
}

/** Where something is to be sent is not what it is about. */
function withoutAddresses(subject: string): string {
  return subject
    .replace(/(?:\b(?:to|at|from)\s+)?\S*(?:@|:\/\/)\S*/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Short words in capitals; "from" and "to" take the one on their side. */
export function symbolCandidates(ask: Ask): Candidate[] {
  const side = /^(?:to|target|quote|dest)/i.test(ask.param.name)
    ? /\b(?:to|into|in)\s+$/i
    : /^(?:from|source|base|src)/i.test(ask.param.name)
      ? /(?:\bfrom\s+|\d\s*)$/i
      : undefined;
  return ask.mentions.capitals
    .filter((one) => one.text.length <= 5)
    .map((one) => {
      const isSided = side?.test(ask.clause.text.slice(0, one.start - ask.clause.start)) === true;
      return { value: one.text, start: one.start, end: one.end, strength: isSided ? 3 : 2 };
    });
}

/** A title: what is quoted, else what the clause is about. */
export function titleCandidates(ask: Ask): Candidate[] {
  return queryCandidates(ask).map((one) => ({
    ...one,
    value: typeof one.value === "string" ? `${one.value.charAt(0).toUpperCase()}${one.value.slice(1, 120)}` : one.value,
  }));
}

/** A wildcard for the kind of files the text speaks of. */
export function globsNamed(text: string): string[] {
  return extensionsNamed(text).map((extension) => `**/*.${extension}`);
}

/** Whether a name only speaks of the tool itself. */
function isBusiness(ask: Ask, name: string): boolean {
  const terms = termsOf(name);
  return (
    terms.every((term) => ask.tool.nameStems.has(term)) ||
    (terms.length === 1 && isStopWord(name)) ||
    (terms.length === 1 && conceptsOf(stem(name)).length > 0 && ask.tool.vocabulary.has(stem(name)))
  );
}
