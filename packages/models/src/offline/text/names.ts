import { conceptsOf } from "./concepts.ts";
import { isCalendarWord } from "./dates.ts";
import { isStopWord, stem } from "./words.ts";

/** A proper name: capitalised words in a row ("New York", "Rio de Janeiro"). */
export interface NameMention {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** It follows a preposition of place or aim ("in", "for", "from"), or another such name in a list. */
  readonly placed: string | undefined;
  /** It begins a clause, where every word is capitalised. */
  readonly initial: boolean;
}

/** The proper names of a text in order. */
export function namesOf(text: string): NameMention[] {
  const names: NameMention[] = [];
  for (const match of text.matchAll(CAPITALISED)) {
    const initial = isInitial(text, match.index);
    const dropped = initial ? leadingWords(match[0]) : 0;
    const name = match[0].slice(dropped).replace(/[.'’-]+$/, "");
    const start = match.index + dropped;
    if (isPlainWord(name, initial)) continue;
    names.push({
      text: name,
      start,
      end: start + name.length,
      placed: placedBy(text, start, names.at(-1)),
      initial: initial && dropped === 0,
    });
  }
  return names;
}

/** What follows a preposition in lower case ("weather in paris"), up to a word that cannot be part of a name; spelled as a name. */
export function loosePlaces(text: string): { text: string; start: number; end: number }[] {
  return Array.from(text.matchAll(LOOSE)).flatMap((match) => {
    const words = (match[2] ?? "").split(/\s+/, 2);
    const kept = words.slice(0, words.findIndex(isNoName) < 0 ? 2 : words.findIndex(isNoName));
    const start = match.index + (match[1]?.length ?? 0);
    const name = kept.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join(" ");
    return name === "" ? [] : [{ text: name, start, end: start + name.length }];
  });
}

function isNoName(word: string): boolean {
  return isStopWord(word) || isCalendarWord(word) || conceptsOf(stem(word)).length > 0 || ORDINARY.test(word);
}

const ORDINARY = /^(?:order|detail|degrees?|short|general|next|last|week|days?)$/;
const WORD = "(?:(?:Ste?|Mt|Ft)\\. )?\\p{Lu}[\\p{L}\\p{M}]*(?:[.'’-]\\p{L}[\\p{L}\\p{M}]*)*";
const CAPITALISED = new RegExp(
  `(?<![\\p{L}\\p{N}_])${WORD}(?: (?:(?:de|da|do|del|della|la|le|of the|of|von|van|di|al|on|upon) )?${WORD})*(?![\\p{L}\\p{N}_(])`,
  "gu",
);
const LOOSE =
  /(\b(?:in|for|at|near|from|to|between|and|around)\s+)([\p{Ll}][\p{Ll}'’-]*(?:\s+[\p{Ll}][\p{Ll}'’-]*){0,2})/gu;
const BEGINNINGS =
  /^(?:please|check|visit|plan|prepare|create|book|call|look|fly|travel|produce|draft|explain|describe)$/i;
const NAME_BEGINNINGS = new Set(
  "New San Los Las Saint St Santa El La Le Den Rio Cape Port Fort Lake Mount North South East West Great Buenos Kuala Hong Tel Old Upper Lower".split(
    " ",
  ),
);
const NO_NAMES = new Set([
  "I",
  "A",
  "Markdown",
  "JSON",
  "CSV",
  "SQL",
  "TODO",
  "FIXME",
  "URL",
  "API",
  "ID",
  "OK",
  "UTC",
  "HTML",
  "PDF",
  "TypeScript",
  "JavaScript",
  "Python",
  "Celsius",
  "Fahrenheit",
  "Kelvin",
]);

/** How many characters of a run that begins a clause are an ordinary word ("Compare Paris"), not a part of the name ("New York"). */
function leadingWords(run: string): number {
  const first = /^(\S+) /.exec(run);
  if (first?.[1] === undefined) return 0;
  const word = first[1];
  if (NAME_BEGINNINGS.has(word)) return 0;
  return isOrdinary(word) ? first[0].length : 0;
}

/** A capital does not make these names. */
function isPlainWord(name: string, initial: boolean): boolean {
  if (name.length < 2 || isCalendarWord(name) || NO_NAMES.has(name)) return true;
  return !name.includes(" ") && (initial ? isOrdinary(name) : isStopWord(name));
}

function isOrdinary(word: string): boolean {
  return isStopWord(word) || conceptsOf(stem(word)).length > 0 || BEGINNINGS.test(word);
}

function isInitial(text: string, start: number): boolean {
  return /(?:^|[.!?:;\n"“(>#]|(?:^|\n)\s*[*-])\s*$/.test(text.slice(Math.max(0, start - 6), start));
}

function placedBy(text: string, start: number, previous: NameMention | undefined): string | undefined {
  const before = text.slice(Math.max(0, start - 16), start);
  const preposition =
    /\b(in|at|for|of|from|to|into|near|around|between|via|visit|visiting|against|with|on|about|by|than|vs\.?|versus|than in|than at)\s+(?:the\s+|["'`])?$/i.exec(
      before,
    )?.[1];
  if (preposition !== undefined) return preposition.toLowerCase();
  if (previous === undefined) return undefined;
  const between = text.slice(previous.end, start);
  return /^\s*(?:,|and|or|&|,\s*and|,\s*or|\/|vs\.?|versus)\s*(?:(?:in|for|at|of|the)\s+)?$/i.test(between)
    ? (previous.placed ?? "list")
    : undefined;
}
