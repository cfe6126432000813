import { isStopWord } from "../text/words.ts";
import { readNumber } from "../text/numbers.ts";
import type { Ask, Candidate } from "./ask.ts";
import { itemSchema, type Param } from "./tool-view.ts";
import { typesOf } from "../schema/view.ts";

/** Values that the text labels with the argument's own name: "city: Oslo", "order 1234", "limit = 5", "the ticker is ABC". */
export function labelledValues(ask: Ask): Candidate[] {
  if (ask.param.kind === "condition" || ask.param.kind === "operator" || ask.param.kind === "text")
    return colonOnly(ask);
  const found: Candidate[] = [];
  for (const label of labelsOf(ask.param)) {
    const pattern = new RegExp(`(?<![\\w-])${label}(?![\\w-])${LINK}${VALUE}`, "giu");
    for (const match of ask.clause.text.matchAll(pattern)) {
      const candidate = read(ask, match);
      if (candidate !== undefined && !found.some((one) => one.start === candidate.start)) found.push(candidate);
    }
  }
  return found;
}

// "number" and "#" may stand between the name and the value.
const LINK = "(\\s*[:=]\\s*|\\s+(?:is|are|of|named|called|number|no\\.?|id)\\s+|\\s+#?)";
const VALUE =
  "(?:[\"'`“]([^\"'`”\\n]{1,200})[\"'`”]|([-+]?\\d[\\d,.]*\\d|\\d)(?![\\p{L}\\d_-])|([\\p{L}\\p{N}_][^\\s,;:!?()\"'`]*))";

/** The argument's name with blanks, hyphens or underscores, and its first word where "id" or the like follows. */
function labelsOf(param: Param): string[] {
  const words = param.name.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+|\p{Lo}+/gu) ?? [];
  const whole = words.map(escape).join("[ _-]?");
  if (whole === "") return [];
  const last = words.at(-1)?.toLowerCase() ?? "";
  return words.length > 1 && /^(?:id|ids|number|no|code|key|name|ref)$/.test(last)
    ? [whole, escape(words[0] ?? "")]
    : [whole];
}

function read(ask: Ask, match: RegExpExecArray): Candidate | undefined {
  const [whole, link = "", quoted, digits, bare] = match;
  const isNumeric = typesOf(itemSchema(ask.param.schema)).some((type) => type === "number" || type === "integer");
  const start =
    ask.clause.start +
    match.index +
    whole.length -
    (quoted === undefined ? (digits ?? bare ?? "").length : quoted.length + 2);
  const end = ask.clause.start + match.index + whole.length;
  if (quoted !== undefined) return { value: quoted, start, end, strength: 3 };
  if (digits !== undefined)
    return { value: isNumeric ? (readNumber(digits) ?? digits) : digits, start, end, strength: 3 };
  const word = (bare ?? "").replace(/[.]+$/, "");
  if (word === "" || isNumeric) return undefined;
  // A colon or an equals sign makes any word a value; without one it must look like a name or a code.
  if (/[:=]/.test(link)) return { value: wholeName(ask, start, word), start, end, strength: 3 };
  const looksNamed =
    /^\p{Lu}|\d/u.test(word) ||
    (ask.param.kind === "name" &&
      /\b(?:for|of|by|from|to|the)\s+$/i.test(ask.clause.text.slice(Math.max(0, match.index - 12), match.index)) &&
      endsThere(ask, end));
  if (!looksNamed || isStopWord(word) || !/^(?:identifier|name|unknown|symbol|path)$/.test(ask.param.kind))
    return undefined;
  return { value: wholeName(ask, start, word), start, end, strength: 3 };
}

function endsThere(ask: Ask, end: number): boolean {
  return /^\s*(?:[.,;:!?)]|$|and\b|or\b)/i.test(ask.clause.text.slice(end - ask.clause.start));
}

/** The whole of a name in several words of which the first was read. */
function wholeName(ask: Ask, start: number, word: string): string {
  const path = ask.mentions.paths.find((one) => one.start === start);
  return ask.mentions.names.find((one) => one.start === start)?.text ?? path?.text ?? word;
}

function colonOnly(ask: Ask): Candidate[] {
  const label = labelsOf(ask.param)[0];
  const match =
    label === undefined
      ? null
      : new RegExp(`(?<![\\w-])${label}\\s*:\\s*["'\`“]?([^"'\`”\\n]{1,400})`, "iu").exec(ask.clause.text);
  if (match?.[1] === undefined) return [];
  return [
    {
      value: match[1].trim(),
      start: ask.clause.start + match.index,
      end: ask.clause.start + match.index + match[0].length,
      strength: 3,
    },
  ];
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
