import { typesOf } from "../schema/view.ts";
import { readNumber } from "../text/numbers.ts";
import { isStopWord, nameWords } from "../text/words.ts";
import { candidate, type Ask, type Candidate } from "./ask.ts";
import { itemSchema, type Param } from "./tool-view.ts";

/** Values that the text labels with the argument's own name: "city: Oslo", "order 1234", "limit = 5", "the ticker is ABC". */
export function labelledValues(ask: Ask): Candidate[] {
  if (COLON_ONLY.has(ask.param.kind)) return afterColon(ask);
  const found: Candidate[] = [];
  for (const label of [...labelsOf(ask.param), ...nounsOf(ask)]) {
    const pattern = new RegExp(`(?<![\\w-])${label}(?![\\w-])${LINK}${VALUE}`, "giu");
    for (const match of ask.clause.text.matchAll(pattern)) {
      const candidate = read(ask, match);
      if (candidate !== undefined && !found.some((one) => one.start === candidate.start)) found.push(candidate);
    }
  }
  return found;
}

/** Kinds whose names are too common in plain text to label anything without a colon. */
const COLON_ONLY: ReadonlySet<string> = new Set(["condition", "operator", "text"]);
/** Kinds whose values may follow the name without a sign between. */
const NAMED_PLAINLY: ReadonlySet<string> = new Set(["identifier", "name", "unknown", "symbol", "path"]);
// "number" and "#" may stand between the name and the value.
const LINK = "(\\s*[:=]\\s*|\\s+(?:is|are|of|named|called|number|no\\.?|id)\\s+|\\s+#?)";
const VALUE =
  "(?:[\"'`“]([^\"'`”\\n]{1,200})[\"'`”]|([-+]?\\d[\\d,.]*\\d|\\d)(?![\\p{L}\\d_-])|([\\p{L}\\p{N}_][^\\s,;:!?()\"'`]*))";

/** The argument's name with blanks, hyphens or underscores, and its first word where "id" or the like follows. */
function labelsOf(param: Param): string[] {
  const words = param.name.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+|\p{Lo}+/gu) ?? [];
  const [first] = words;
  if (first === undefined) return [];
  const whole = words.join("[ _-]?");
  return words.length > 1 && /^(?:ids?|number|no|code|key|name|ref)$/i.test(words.at(-1) ?? "")
    ? [whole, first]
    : [whole];
}

/** What a tool named after a thing takes the number of: `get_issue` takes "issue 42". */
function nounsOf({ param, tool }: Ask): string[] {
  if (!/^(?:ids?|number|no|key|code)$/i.test(param.name)) return [];
  return nameWords(tool.name)
    .slice(1)
    .filter((word) => /^\p{L}{3,}$/u.test(word))
    .map((word) => word.replace(/s$/, ""));
}

function read(ask: Ask, match: RegExpExecArray): Candidate | undefined {
  const [whole, link = "", quoted, digits, bare = ""] = match;
  const end = ask.clause.start + match.index + whole.length;
  const isNumeric = typesOf(itemSchema(ask.param.schema)).some((type) => type === "number" || type === "integer");
  if (quoted !== undefined) return candidate(quoted, { start: end - quoted.length - 2, end }, 3);
  if (digits !== undefined)
    return candidate(isNumeric ? readNumber(digits) : digits, { start: end - digits.length, end }, 3);
  const word = bare.replace(/\.+$/, "");
  // A colon or an equals sign makes any word a value; without one it must look like a name or a code.
  if (word === "" || isNumeric || !(/[:=]/.test(link) || standsAsName(ask, match, word))) return undefined;
  const start = end - bare.length;
  return candidate(wholeName(ask, start, word), { start, end }, 3);
}

function standsAsName(ask: Ask, match: RegExpExecArray, word: string): boolean {
  return NAMED_PLAINLY.has(ask.param.kind) && !isStopWord(word) && looksNamed(ask, match, word);
}

/** A capital or a digit makes a name; a lower-case word is one where the text ends with it ("for customer anna."). */
function looksNamed(ask: Ask, match: RegExpExecArray, word: string): boolean {
  if (/^\p{Lu}|\d/u.test(word)) return true;
  const { text } = ask.clause;
  const isLed = /\b(?:for|of|by|from|to|the)\s+$/i.test(text.slice(Math.max(0, match.index - 12), match.index));
  const isLast = /^\s*(?:[.,;:!?)]|$|and\b|or\b)/i.test(text.slice(match.index + match[0].length));
  return ask.param.kind === "name" && isLed && isLast;
}

/** The whole of a name in several words of which the first was read. */
function wholeName({ mentions }: Ask, start: number, word: string): string {
  return [...mentions.names, ...mentions.paths].find((one) => one.start === start)?.text ?? word;
}

function afterColon({ param, clause }: Ask): Candidate[] {
  const [label] = labelsOf(param);
  if (label === undefined) return [];
  const match = new RegExp(`(?<![\\w-])${label}\\s*:\\s*["'\`“]?([^"'\`”\\n]{1,400})`, "iu").exec(clause.text);
  if (match?.[1] === undefined) return [];
  const start = clause.start + match.index;
  return [{ value: match[1].trim(), start, end: start + match[0].length, strength: 3 }];
}
