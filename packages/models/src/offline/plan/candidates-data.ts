import type { Condition } from "../text/conditions.ts";
import { areRelated } from "../text/concepts.ts";
import type { NumberMention } from "../text/numbers.ts";
import { isStopWord, nameWords, stem, wordsOf } from "../text/words.ts";
import { asNode } from "../schema/view.ts";
import type { Ask, Candidate } from "./ask.ts";

/** Numbers: named outright where a word beside them is the argument's own ("last 20 commits"), else in the order of the text. */
export function numberCandidates(ask: Ask): Candidate[] {
  return ask.mentions.numbers.map((one) => ({
    value: one.value,
    start: one.start,
    end: one.end,
    strength: numberStrength(ask, one),
  }));
}

/** What a comparison compares with, else a labelled, quoted or bare number. */
export function valueCandidates(ask: Ask): Candidate[] {
  const compared = conditionsFor(ask).map((one): Candidate => ({
    value: one.value,
    start: one.start,
    end: one.end,
    strength: 2,
  }));
  return compared.length > 0 ? compared : numberCandidates(ask);
}

/** The columns a text speaks of: known ones by their words; unknown ones only where the text says "column". */
export function columnCandidates(ask: Ask): Candidate[] {
  const words = wordsOf(ask.clause.text);
  const known = ask.columns.flatMap((column): Candidate[] => {
    const stems = nameWords(column).map(stem);
    const first = words.find((word) => stems.includes(word.stem));
    const isWhole = stems.length > 0 && stems.every((one) => words.some((word) => word.stem === one));
    return first === undefined || !isWhole
      ? []
      : [
          {
            value: column,
            start: ask.clause.start + first.index,
            end: ask.clause.start + first.index + first.text.length,
            strength: 2,
          },
        ];
  });
  if (known.length > 0) return known.sort((one, other) => one.start - other.start);
  const compared = conditionsFor(ask).map((one): Candidate => ({
    value: one.column,
    start: one.start,
    end: one.start + one.column.length,
    strength: 2,
  }));
  return [...compared, ...literalColumns(ask), ...saidColumns(ask)];
}

/** The operators of the comparisons in the text. */
export function operatorCandidates(ask: Ask): Candidate[] {
  return conditionsFor(ask).map((one) => ({
    value: operatorAs(one.operator, asNode(ask.param.schema.node)["enum"]),
    start: one.start,
    end: one.end,
    strength: 2,
  }));
}

/** The comparisons as one text, joined the way the tool's own description writes them. */
export function conditionCandidates(ask: Ask): Candidate[] {
  const conditions = conditionsFor(ask);
  const [first] = conditions;
  const last = conditions.at(-1);
  if (first === undefined || last === undefined) return [];
  const style = styleOf(
    `${String(ask.param.schema.node["description"] ?? "")} ${JSON.stringify(ask.param.schema.node["examples"] ?? "")} ${ask.tool.description}`,
  );
  return [
    {
      value: conditions.map((one) => write(one, style)).join(style.and),
      start: first.start,
      end: last.end,
      strength: 2,
    },
  ];
}

/** The comparisons of a stretch, with columns spelled as they are known; "in Oslo" compares with a column that holds places. */
export function conditionsFor(ask: Ask): Condition[] {
  const spelled = ask.mentions.conditions.map((one) => ({ ...one, column: spell(one.column, ask.columns) }));
  const known =
    ask.columns.length === 0
      ? spelled
      : spelled.filter(
          (one) =>
            ask.columns.includes(one.column) ||
            /[=<>]/.test(ask.clause.text.slice(one.start - ask.clause.start, one.end - ask.clause.start)),
        );
  if (known.length > 0) return known;
  const column = ask.columns.find((name) => PLACES.test(name));
  const place = ask.mentions.names.find(
    (one) => one.placed !== undefined && /^(?:in|at|for|from|of|near|to)$/.test(one.placed),
  );
  return column === undefined || place === undefined
    ? []
    : [{ column, operator: "=", value: place.text, start: place.start, end: place.end }];
}

/** An operator in the spelling of a list of allowed ones ("eq", "equals", "=="). */
export function operatorAs(operator: Condition["operator"], allowed: unknown): string {
  const spellings = SPELLINGS[operator];
  const offered = Array.isArray(allowed) ? allowed.filter((one): one is string => typeof one === "string") : [];
  return offered.find((one) => spellings.includes(one.toLowerCase())) ?? operator;
}

const PLACES = /^(?:city|town|place|location|country|region|state|branch|office|store|site|harbour|port|department)$/i;
const SPELLINGS: Readonly<Record<Condition["operator"], readonly string[]>> = {
  "=": ["=", "==", "===", "eq", "equals", "equal", "is"],
  "!=": ["!=", "<>", "ne", "neq", "not", "not_equals", "not_equal", "is_not"],
  ">": [">", "gt", "greater", "greater_than", "over", "above", "after"],
  ">=": [">=", "gte", "ge", "at_least", "min"],
  "<": ["<", "lt", "less", "less_than", "under", "below", "before"],
  "<=": ["<=", "lte", "le", "at_most", "max"],
  contains: ["contains", "like", "includes", "in", "match"],
};

function numberStrength(ask: Ask, one: NumberMention): Candidate["strength"] {
  const beside = [...wordsOf(one.before), ...wordsOf(one.after)].map((word) => word.stem);
  const isOwn = beside.some((word) => ask.param.stems.has(word));
  if (isOwn || (ask.param.kind === "count" && isCounted(ask, one, beside))) return 3;
  const isOthers = ask.tool.params.some(
    (other) => other !== ask.param && beside.some((word) => other.nameStems.includes(word)),
  );
  return isOthers ? 1 : 2;
}

/** "top 5", "first 10", "at most 3", or a number of the things the tool gives. */
function isCounted(ask: Ask, one: NumberMention, beside: readonly string[]): boolean {
  if (!/^(?:limit|count|max|maximum|top|n|num|k|amount|quantity)/i.test(ask.param.name)) return false;
  const counts = stem(one.after);
  const isBare = one.after === "" || isStopWord(one.after) || /^(?:results?|items?|entries|rows)$/i.test(one.after);
  if (isBare && /\b(?:top|first|last|latest|recent|up to|at most|limit|only|maximum|newest)$/i.test(one.before))
    return true;
  // "maxLines" counts lines, whatever else the text counts.
  if (
    ask.param.nameStems.length > 1 &&
    !ask.param.nameStems.includes(counts) &&
    !ask.param.nameStems.every((word) => COUNTING.test(word))
  )
    return false;
  return beside.some(
    (word) => ask.tool.vocabulary.has(word) || [...ask.tool.nameStems].some((own) => areRelated(word, own)),
  );
}

function literalColumns(ask: Ask): Candidate[] {
  return ask.mentions.literals
    .filter((one) => one.mark !== "block" && /^[\p{L}_][\p{L}\p{N}_ -]{0,40}$/u.test(one.text))
    .map((one) => ({ value: one.text, start: one.start, end: one.end, strength: 2 }));
}

const COUNTING =
  /^(?:limit|count|max|maximum|top|n|num|number|k|of|amount|quantity|result|item|entry|row|size|per|page)$/;

/** "the price column", "columns name, price and stock". */
function saidColumns(ask: Ask): Candidate[] {
  const match =
    /\bcolumns?\s*:?\s+([\p{L}_][\p{L}\p{N}_]*(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+)[\p{L}_][\p{L}\p{N}_]*)*)|\bthe\s+([\p{L}_][\p{L}\p{N}_]*)\s+column\b/iu.exec(
      ask.clause.text,
    );
  const listed = match?.[1] ?? match?.[2];
  if (match === null || listed === undefined) return [];
  return listed.split(/\s*,\s*(?:and\s+)?|\s+and\s+/).map((value, n) => ({
    value,
    start: ask.clause.start + match.index + n,
    end: ask.clause.start + match.index + n + 1,
    strength: 2,
  }));
}

function spell(column: string, known: readonly string[]): string {
  const own = stem(column);
  return (
    known.find((one) => one.toLowerCase() === column.toLowerCase()) ??
    known.find((one) => nameWords(one).map(stem).includes(own)) ??
    column
  );
}

interface Style {
  readonly equals: string;
  readonly quote: string;
  readonly and: string;
}

function styleOf(text: string): Style {
  const example = /[\w.]+\s?(==|=|:)\s?(['"]?)[\w-]+/.exec(text.replace(/columns?:/gi, ""));
  const spaced = /[\w.]+ (==|=) /.test(text) ? " " : "";
  const sign = example?.[1] ?? "=";
  return {
    equals: sign === ":" ? ":" : `${spaced}${sign}${spaced}`,
    quote: example?.[2] ?? "",
    and: text.includes('&&') ? " && " : /\bAND\b/.test(text) ? " AND " : " and ",
  };
}

function write(one: Condition, style: Style): string {
  const value = typeof one.value === "number" ? String(one.value) : `${style.quote}${one.value}${style.quote}`;
  if (one.operator === "=") return `${one.column}${style.equals}${value}`;
  const gap = style.equals.startsWith(" ") || one.operator === "contains" ? " " : "";
  return `${one.column}${gap}${one.operator}${gap}${value}`;
}
