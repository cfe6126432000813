import { descriptionOf } from "../schema/view.ts";
import type { Condition } from "../text/conditions.ts";
import { nameWords, stem } from "../text/words.ts";
import { candidate, type Ask, type Candidate } from "./ask.ts";

/** The comparisons of a stretch, with columns spelled as they are known; "in Oslo" compares with a column that holds places. */
export function conditionsFor(ask: Ask): Condition[] {
  const spelled = ask.mentions.conditions.map((one) => ({ ...one, column: spell(one.column, ask.columns) }));
  const known =
    ask.columns.length === 0 ? spelled : spelled.filter((one) => ask.columns.includes(one.column) || hasSign(ask, one));
  if (known.length > 0) return known;
  const column = ask.columns.find((name) => PLACES.test(name));
  const place = ask.mentions.names.find((one) => /^(?:in|at|for|from|of|near|to)$/.test(one.placed ?? ""));
  return column === undefined || place === undefined
    ? []
    : [{ column, operator: "=", value: place.text, start: place.start, end: place.end }];
}

/** The comparisons as one text, joined the way the tool's own description writes them. */
export function conditionCandidates(ask: Ask): Candidate[] {
  const conditions = conditionsFor(ask);
  const [first] = conditions;
  if (first === undefined) return [];
  const style = styleOf(
    `${descriptionOf(ask.param.schema)} ${JSON.stringify(ask.param.schema.node.examples ?? "")} ${ask.tool.description}`,
  );
  const end = Math.max(...conditions.map((one) => one.end));
  return [candidate(conditions.map((one) => write(one, style)).join(style.and), { start: first.start, end }, 2)];
}

/** The operators of the comparisons in the text. */
export function operatorCandidates(ask: Ask): Candidate[] {
  return conditionsFor(ask).map((one) => candidate(operatorAs(one.operator, ask.param.schema.node.enum), one, 2));
}

/** An operator in the spelling of a list of allowed ones ("eq", "equals", "=="). */
export function operatorAs(operator: Condition["operator"], allowed: unknown): string {
  const offered = Array.isArray(allowed) ? allowed.filter((one): one is string => typeof one === "string") : [];
  return offered.find((one) => SPELLINGS[operator].includes(one.toLowerCase())) ?? operator;
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

/** Written with a sign, a comparison is one whatever its column. */
function hasSign({ clause }: Ask, one: Condition): boolean {
  return /[=<>]/.test(clause.text.slice(one.start - clause.start, one.end - clause.start));
}

function spell(column: string, known: readonly string[]): string {
  const same = known.find((one) => one.toLowerCase() === column.toLowerCase());
  return same ?? known.find((one) => nameWords(one).map(stem).includes(stem(column))) ?? column;
}

interface Style {
  readonly equals: string;
  readonly quote: string;
  readonly and: string;
}

/** How a description writes conditions: `city=Oslo`, `city == 'Oslo'`, `city:Oslo`; joined by "and", "AND" or "&&". */
function styleOf(text: string): Style {
  const example = /[\w.]+(\s?)(==|=|:)\s?(['"]?)[\w-]+/.exec(text.replace(/columns?:/gi, ""));
  const [, gap = "", sign = "=", quote = ""] = example ?? [];
  const and = text.includes("&&") ? " && " : /\bAND\b/.test(text) ? " AND " : " and ";
  return { equals: sign === ":" ? ":" : `${gap}${sign}${gap}`, quote, and };
}

function write(one: Condition, style: Style): string {
  const value = typeof one.value === "number" ? String(one.value) : `${style.quote}${one.value}${style.quote}`;
  if (one.operator === "=") return `${one.column}${style.equals}${value}`;
  const gap = style.equals.startsWith(" ") || one.operator === "contains" ? " " : "";
  return `${one.column}${gap}${one.operator}${gap}${value}`;
}
