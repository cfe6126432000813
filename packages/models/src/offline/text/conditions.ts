import { readNumber } from "./numbers.ts";

/** A comparison a text asks for: "where city is Oslo", "amount over 100". */
export interface Condition {
  readonly column: string;
  readonly operator: "=" | "!=" | ">" | ">=" | "<" | "<=" | "contains";
  readonly value: string | number;
  readonly start: number;
  readonly end: number;
}

/** The comparisons of a text, in order. */
export function conditionsOf(text: string): Condition[] {
  return Array.from(text.matchAll(COMPARISON)).flatMap((match) => readCondition(text, match) ?? []);
}

function readCondition(text: string, match: RegExpExecArray): Condition | undefined {
  const [whole, column = "", words = "", quoted, bare = ""] = match;
  const raw = quoted ?? bare.replace(/[.,;:!?]+$/, "");
  if (raw === "" || NO_COLUMNS.has(column.toLowerCase())) return undefined;
  if (isMereVerb(words, text, match.index)) return undefined;
  const value = quoted ?? readNumber(raw) ?? raw;
  return { column, operator: operatorOf(words), value, start: match.index, end: match.index + whole.length };
}

const IS = /^(?:is|are|of)$/i;

/** "is" is a comparison only where the text says that one follows; else every sentence would be one. */
function isMereVerb(words: string, text: string, index: number): boolean {
  return (
    IS.test(words.trim()) &&
    !/\b(?:where|whose|with|if|when|having|for which|and)\s+(?:the\s+)?$/i.test(
      text.slice(Math.max(0, index - 18), index),
    )
  );
}

const COMPARISON =
  /\b([\p{L}_][\p{L}\p{N}_]*)\s*(==|!=|<>|>=|<=|=|>|<|\bis not\b|\bis (?:over|above|below|under|more than|less than|greater than|at least|at most)\b|\bis equal to\b|\bequal to\b|\bequals\b|\bis\b|\bare\b|\bover\b|\babove\b|\bbelow\b|\bunder\b|\bmore than\b|\bless than\b|\bgreater than\b|\bat least\b|\bat most\b|\bcontain(?:s|ing)\b)\s*(?:["'`“]([^"'`”\n]{1,80})["'`”]|([-+]?\d[\d,.]*|\p{Lu}[\p{L}\p{N}_-]*(?: \p{Lu}[\p{L}\p{N}_-]*)*|[\p{Ll}\p{N}_-]+))/gu;
const NO_COLUMNS = new Set(
  "what which who it this that there how where and or not items lines words list with for in of the".split(" "),
);

function operatorOf(words: string): Condition["operator"] {
  const word = words.trim().toLowerCase();
  if (word.includes("contain")) return "contains";
  if (/!=|<>|not/.test(word)) return "!=";
  if (/>=|at least/.test(word)) return ">=";
  if (/<=|at most/.test(word)) return "<=";
  if (/>|over|above|more|greater/.test(word)) return ">";
  return /<|below|under|less/.test(word) ? "<" : "=";
}
