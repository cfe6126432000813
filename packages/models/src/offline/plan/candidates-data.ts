import { descriptionOf } from "../schema/view.ts";
import { areRelated } from "../text/concepts.ts";
import type { DateMention } from "../text/dates.ts";
import type { NumberMention } from "../text/numbers.ts";
import { isStopWord, nameWords, stem, wordsOf, type Word } from "../text/words.ts";
import { candidate, placeIn, type Ask, type Candidate } from "./ask.ts";
import { conditionsFor } from "./candidates-conditions.ts";

/** Numbers: named outright where a word beside them is the argument's own ("last 20 commits"), else in the order of the text. */
export function numberCandidates(ask: Ask): Candidate[] {
  return ask.mentions.numbers.map((one) => candidate(one.value, one, numberStrength(ask, one)));
}

/** What a comparison compares with, else numbers. */
export function valueCandidates(ask: Ask): Candidate[] {
  const compared = conditionsFor(ask);
  return compared.length > 0 ? compared.map((one) => candidate(one.value, one, 2)) : numberCandidates(ask);
}

/** Days, in the form the schema asks for. */
export function dateCandidates(ask: Ask): Candidate[] {
  const { format } = ask.param.schema.node;
  const wantsIso = format === "date" || /\bYYYY-MM-DD|ISO\b/.test(descriptionOf(ask.param.schema));
  const write = format === "date-time" ? asDateTime : wantsIso ? asDate : (one: DateMention) => one.iso ?? one.text;
  return ask.mentions.dates.flatMap((one) => {
    const value = write(one);
    return value === undefined ? [] : [candidate(value, one, 2)];
  });
}

/** The units of a conversion ("5 miles to kilometres"), each side's own; else units that go by a name of their own. */
export function unitCandidates(ask: Ask): Candidate[] {
  const match = CONVERSION.exec(ask.clause.text);
  const [, before = "", from = "", between = "", to = ""] = match ?? [];
  if (match === null)
    return Array.from(ask.clause.text.matchAll(NAMED_UNITS), (one) =>
      candidate(one[0], placeIn(ask, one.index, one[0].length), 2),
    );
  const first = candidate(from, placeIn(ask, match.index + before.length, from.length), 2);
  const second = candidate(to, placeIn(ask, match.index + before.length + from.length + between.length, to.length), 2);
  if (/^(?:to|target|dest|output)/i.test(ask.param.name)) return [second];
  return /^(?:from|source|input)/i.test(ask.param.name) ? [first] : [first, second];
}

/** The columns a text speaks of: known ones by their words; unknown ones only where the text says so. */
export function columnCandidates(ask: Ask): Candidate[] {
  const words = wordsOf(ask.clause.text);
  const known = ask.columns.flatMap((column) => namedColumn(ask, column, words));
  if (known.length > 0) return known.sort((one, other) => one.start - other.start);
  const compared = conditionsFor(ask).map((one) =>
    candidate(one.column, { start: one.start, end: one.start + one.column.length }, 2),
  );
  const apart = ask.mentions.literals.filter((one) => /^[\p{L}_][\p{L}\p{N}_ -]{0,40}$/u.test(one.text));
  return [...compared, ...apart.map((one) => candidate(one.text, one, 2)), ...saidColumns(ask)];
}

function asDate(one: DateMention): string | undefined {
  return one.iso;
}

function asDateTime({ text, iso }: DateMention): string | undefined {
  if (/T\d{2}:\d{2}/.test(text)) return /(?:Z|[-+]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`;
  return iso === undefined ? undefined : `${iso}T00:00:00Z`;
}

function numberStrength(ask: Ask, one: NumberMention): Candidate["strength"] {
  const beside = [...wordsOf(one.before), ...wordsOf(one.after)].map((word) => word.stem);
  if (beside.some((word) => ask.param.stems.has(word)) || isCounted(ask, one, beside)) return 3;
  const isOthers = ask.tool.params.some(
    (other) => other !== ask.param && beside.some((word) => other.nameStems.includes(word)),
  );
  return isOthers || isOfOtherThings(ask, one.after) ? 1 : 2;
}

/** A number of things that the tool does not speak of ("100 lines") is hardly its own; a unit or a code may follow any number. */
function isOfOtherThings({ tool }: Ask, after: string): boolean {
  if (!/^\p{Ll}{4,}$/u.test(after) || isStopWord(after)) return false;
  const noun = stem(after);
  return !tool.vocabulary.has(noun) && !tool.params.some((param) => param.kind === "unit" || param.stems.has(noun));
}

/** "top 5", "first 10", "at most 3", or a number of the things the tool gives. */
function isCounted({ param, tool }: Ask, one: NumberMention, beside: readonly string[]): boolean {
  if (param.kind !== "count" || !LIMIT.test(param.name)) return false;
  const isBare = one.after === "" || isStopWord(one.after) || /^(?:results?|items?|entries|rows)$/i.test(one.after);
  if (isBare && /\b(?:top|first|last|latest|recent|up to|at most|limit|only|maximum|newest)$/i.test(one.before))
    return true;
  // "maxLines" counts lines, whatever else the text counts.
  const ownNoun = param.nameStems.find((word) => !COUNTING.test(word));
  if (ownNoun !== undefined) return stem(one.after) === ownNoun;
  return beside.some((word) => tool.vocabulary.has(word) || [...tool.nameStems].some((own) => areRelated(word, own)));
}

// Three capitals are a currency.
const CONVERSION = /(\d[\d.,]*\s*)((?!\p{Lu}{3}\b)°?\p{L}+)(\s+(?:to|into|in|as)\s+)((?!\p{Lu}{3}\b)°?\p{L}+)/u;
const NAMED_UNITS =
  /\b(?:celsius|fahrenheit|kelvin|metric|imperial|kilomet(?:re|er)s?|miles?|kg|kilograms?|pounds?)\b/gi;
const LIMIT = /^(?:limit|count|max|maximum|top|n|num|k|amount|quantity)/i;
const COUNTING =
  /^(?:limit|count|max|maximum|top|n|num|number|k|of|amount|quantity|result|item|entry|row|size|per|page)$/;

function namedColumn(ask: Ask, column: string, words: readonly Word[]): Candidate[] {
  const stems = nameWords(column).map(stem);
  const first = words.find((word) => stems.includes(word.stem));
  const isWhole = stems.every((one) => words.some((word) => word.stem === one));
  return first === undefined || !isWhole ? [] : [candidate(column, placeIn(ask, first.index, first.text.length), 2)];
}

/** "the price column", "columns name, price and stock". */
function saidColumns(ask: Ask): Candidate[] {
  const match = SAID.exec(ask.clause.text);
  const listed = match?.[1] ?? match?.[2];
  if (match === null || listed === undefined) return [];
  return listed
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+/)
    .map((name, n) => candidate(name, placeIn(ask, match.index + n, 1), 2));
}

const SAID =
  /\bcolumns?\s*:?\s+([\p{L}_][\p{L}\p{N}_]*(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+)[\p{L}_][\p{L}\p{N}_]*)*)|\bthe\s+([\p{L}_][\p{L}\p{N}_]*)\s+column\b/iu;
