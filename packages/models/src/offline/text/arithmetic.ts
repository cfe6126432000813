import { readNumber } from "./numbers.ts";

/** A calculation found in a text, as one expression in `+ - * / ^ ( )`. */
export interface Expression {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Could as well be a range, a score or a version: "3-5", "24/7". */
  readonly loose: boolean;
}

/** The calculations of a text, written with signs ("12 * (3 + 4)", "15% of 80") or in words ("add 2 and 3", "square root of 16"). */
export function expressionsOf(text: string): Expression[] {
  const written = writtenExpressions(text);
  const spoken = spokenExpressions(text).filter(
    (one) => !written.some((other) => one.start < other.end && other.start < one.end && !other.loose),
  );
  return [
    ...written.filter((one) => !one.loose || !spoken.some((other) => one.start < other.end && other.start < one.end)),
    ...spoken,
  ].sort((one, other) => one.start - other.start);
}

const TOKEN =
  /(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?(?:e[-+]?\d+)?(?![\w.]*[a-z_])|\*\*|[-+*/×÷·^()−]|%(?:\s*of\b)?|\b(?:plus|minus|times|multiplied by|divided by|percent of|to the power of|squared|cubed|x|mod)\b|\b(?:sqrt|sin|cos|tan|log|ln|abs|round|floor|ceil|max|min|pow|exp|pi)\b/gi;
const OPERATORS = new Map([
  ["plus", "+"],
  ["minus", "-"],
  ["−", "-"],
  ["times", "*"],
  ["multiplied by", "*"],
  ["×", "*"],
  ["·", "*"],
  ["x", "*"],
  ["divided by", "/"],
  ["÷", "/"],
  ["percent of", "/ 100 *"],
  ["to the power of", "^"],
  ["squared", "^ 2"],
  ["cubed", "^ 3"],
  ["mod", "%"],
]);

function writtenExpressions(text: string): Expression[] {
  const found: Expression[] = [];
  let run: RegExpExecArray[] = [];
  for (const token of text.matchAll(TOKEN)) {
    const last = run.at(-1);
    if (last !== undefined && text.slice(last.index + last[0].length, token.index).trim() !== "") {
      close(found, text, run);
      run = [];
    }
    run.push(token);
  }
  close(found, text, run);
  return found;
}

function close(found: Expression[], text: string, run: RegExpExecArray[]): void {
  const tokens = trimmed(run);
  const first = tokens[0];
  const last = tokens.at(-1);
  if (first === undefined || last === undefined) return;
  const numbers = tokens.filter((token) => /^\d/.test(token[0])).length;
  const isCall = /^[a-z]/i.test(first[0]) && tokens.length > 3;
  const hasOperator = tokens.some((token) => /^(?:[-+*/×÷·^−%]|[a-z])/i.test(token[0]));
  if (numbers === 0 || !hasOperator || (numbers < 2 && !isCall && !/squared|cubed/i.test(last[0]))) return;
  const start = first.index;
  const end = last.index + last[0].length;
  const source = text.slice(start, end);
  found.push({ text: normalise(source, tokens), start, end, loose: /^\d+[-/x]\d+(?:[-/]\d+)?$/i.test(source) });
}

/** Without operators or open brackets hanging off either end; nothing when the brackets do not match. */
function trimmed(run: readonly RegExpExecArray[]): readonly RegExpExecArray[] {
  let from = 0;
  let to = run.length;
  const texts = run.map((token) => token[0]);
  while (from < to && isAt(texts, from, NO_BEGINNING)) from += 1;
  while (to > from && isAt(texts, to - 1, NO_END)) to -= 1;
  const kept = texts.slice(from, to);
  const depth = kept.filter((text) => text === "(").length - kept.filter((text) => text === ")").length;
  if (depth === 0) return run.slice(from, to);
  if (depth > 0) return kept[0] === "(" ? trimmed(run.slice(from + 1, to)) : [];
  return kept.at(-1) === ")" ? trimmed(run.slice(from, to - 1)) : [];
}

function isAt(texts: readonly string[], at: number, pattern: RegExp): boolean {
  return pattern.test(texts[at] ?? "");
}

const NO_BEGINNING = /^(?:[+*/×÷·^)%]|x$|plus|times|mod|divided|multiplied|percent|to the|squared|cubed)/i;
const NO_END = /^(?!squared$|cubed$|pi$)(?:[-+*/×÷·^(−]|%\s*of|[a-z])/i;

function normalise(source: string, tokens: readonly RegExpExecArray[]): string {
  // A source in plain signs stays as its author wrote it.
  if (/^[\d\s.+\-*/^()]+$/.test(source)) return source.replace(/\s+/g, " ");
  const parts = tokens.map((token) => {
    const word = token[0].toLowerCase().replace(/\s+/g, " ");
    if (/^%\s*of$/.test(word)) return "/ 100 *";
    if (/^\d/.test(word)) return word.replaceAll(/,(?=\d{3})/g, "");
    return OPERATORS.get(word) ?? word;
  });
  return parts
    .join(" ")
    .replace(/\(\s+/g, "(")
    .replace(/\s+\)/g, ")")
    .replace(/([a-z]) \(/g, "$1(");
}

const N = "([-+]?\\d[\\d,]*(?:\\.\\d+)?)";
const SPOKEN: readonly (readonly [RegExp, (numbers: readonly string[]) => string])[] = [
  [
    new RegExp(
      `\\b(?:add|sum(?: up)?(?: of)?|total(?: of)?)\\s+(?:the numbers?\\s+)?${N}((?:\\s*(?:,|and|to|with)\\s*)+[-+]?\\d[\\d,.]*)+`,
      "gi",
    ),
    (n) => n.join(" + "),
  ],
  [
    new RegExp(`\\b(?:multiply|product of)\\s+${N}((?:\\s*(?:,|and|by|with)\\s*)+[-+]?\\d[\\d,.]*)+`, "gi"),
    (n) => n.join(" * "),
  ],
  [
    new RegExp(`\\b(?:average|mean) of\\s+(?:the numbers?\\s+)?${N}((?:\\s*(?:,|and)\\s*)+[-+]?\\d[\\d,.]*)+`, "gi"),
    (n) => `(${n.join(" + ")}) / ${String(n.length)}`,
  ],
  [new RegExp(`\\bdifference (?:between|of)\\s+${N}\\s+and\\s+${N}`, "gi"), (n) => n.join(" - ")],
  [new RegExp(`\\bsubtract\\s+${N}\\s+from\\s+${N}`, "gi"), (n) => [...n].reverse().join(" - ")],
  [new RegExp(`\\bdivide\\s+${N}\\s+by\\s+${N}`, "gi"), (n) => n.join(" / ")],
  [new RegExp(`\\bsquare root of\\s+${N}`, "gi"), (n) => `sqrt(${n[0] ?? ""})`],
];

function spokenExpressions(text: string): Expression[] {
  const found: Expression[] = [];
  for (const [pattern, build] of SPOKEN) {
    for (const match of text.matchAll(pattern)) {
      const numbers = (match[0].match(/[-+]?\d[\d,]*(?:\.\d+)?/g) ?? [])
        .map((one) => readNumber(one.replace(/,$/, "")))
        .filter((one) => one !== undefined);
      found.push({
        text: build(numbers.map(String)),
        start: match.index,
        end: match.index + match[0].length,
        loose: false,
      });
    }
  }
  return found;
}
