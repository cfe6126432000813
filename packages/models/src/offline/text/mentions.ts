import { expressionsOf, type Expression } from "./arithmetic.ts";
import { conditionsOf, type Condition } from "./conditions.ts";
import { datesOf, type DateMention } from "./dates.ts";
import { namesOf, type NameMention } from "./names.ts";
import { numbersOf, type NumberMention } from "./numbers.ts";
import { pathKind, pathsOf, type PathMention } from "./paths.ts";

/** A stretch of a text. */
export interface Span {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A stretch that the author set apart: fenced, in backticks or in quotes; `text` is what stands inside. */
export interface Literal extends Span {
  readonly mark: "block" | "code" | "quote";
}

/** Everything in a text that could become an argument, each kind in order, nothing counted as two kinds that exclude one another. */
export interface Mentions {
  readonly literals: readonly Literal[];
  readonly urls: readonly Span[];
  readonly emails: readonly Span[];
  readonly paths: readonly PathMention[];
  readonly dates: readonly DateMention[];
  /** Codes with digits ("ORD-123", "#42", hashes, UUIDs). */
  readonly codes: readonly Span[];
  /** Words in capitals ("TODO", "AAPL", "EUR"). */
  readonly capitals: readonly Span[];
  /** Names from programs ("parseConfig", "max_size"). */
  readonly identifiers: readonly Span[];
  readonly sql: readonly Span[];
  readonly expressions: readonly Expression[];
  readonly conditions: readonly Condition[];
  readonly numbers: readonly NumberMention[];
  readonly names: readonly NameMention[];
}

/** Reads a text for everything it mentions, in time linear in its length. */
export function mentionsIn(text: string): Mentions {
  const literals = literalsOf(text);
  const taken: { start: number; end: number }[] = [];
  const claim = <T extends { start: number; end: number }>(found: readonly T[]): readonly T[] => {
    const free = withoutOverlap(found, taken);
    taken.push(...free);
    return free;
  };
  const sql = claim(sqlOf(text, literals));
  const urls = claim(spans(text, URL_PATTERN, /[.,:;!?)\]}'"]+$/));
  const emails = claim(spans(text, EMAIL));
  const paths = claim([...pathsOf(text), ...literalPaths(literals)].sort((one, other) => one.start - other.start));
  const dates = claim(datesOf(text));
  const codes = claim(spans(text, CODE));
  const identifiers = claim(spans(text, IDENTIFIER));
  const expressions = withoutOverlap(expressionsOf(text), [...paths, ...urls, ...dates, ...codes]);
  return {
    literals,
    urls,
    emails,
    paths,
    dates,
    codes,
    identifiers,
    sql,
    expressions,
    capitals: withoutOverlap(spans(text, CAPITALS), taken),
    conditions: conditionsOf(text),
    numbers: withoutOverlap(numbersOf(text), taken),
    names: withoutOverlap(namesOf(text), taken),
  };
}

const URL_PATTERN = /\bhttps?:\/\/[^\s<>"'`）)，。]+/g;
const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g;
const CODE =
  /(?<![\w/.-])(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|#\d{1,12}|[A-Z][A-Za-z]{0,9}[-_]?\d[\w-]{0,30}|[a-z]{1,10}[-_]\d[\w-]{0,30}|(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40})(?![\w/])/g;
const CAPITALS = /(?<![\w-])\p{Lu}{2,12}(?![\w-])/gu;
const IDENTIFIER = /(?<![\w./-])(?:[a-z]+(?:[A-Z][a-z0-9]*)+|(?:[A-Z][a-z0-9]+){2,}|[A-Za-z]\w*_\w+)(?![\w/]|\.\w)/g;
const LITERAL =
  /```[\w-]*\n([\s\S]*?)```|`([^`\n]{1,400})`|"([^"\n]{1,400})"|“([^”\n]{1,400})”|(?<![\p{L}\p{N}])'([^'\n]{1,200})'(?![\p{L}\p{N}])|「([^」\n]{1,200})」|«\s?([^»\n]{1,200}?)\s?»/gu;
const SQL =
  /^\s*(?:select|with|insert|update|delete|create|alter|drop|show|describe|explain|pragma)\b[\s\S]*\b(?:from|into|set|table|tables|where|as|table_info)\b/i;
const SQL_INLINE = /\bSELECT\s[^\n;]{1,400}?\sFROM\s[^\n;]{1,400}/g;

function literalsOf(text: string): Literal[] {
  return Array.from(text.matchAll(LITERAL), (match): Literal => {
    const groups: readonly (string | undefined)[] = match.slice(1);
    const at = groups.findIndex((group) => group !== undefined);
    const inside = groups[at] ?? "";
    const mark = at === 0 ? "block" : at === 1 ? "code" : "quote";
    return {
      text: mark === "block" ? inside.trimEnd() : inside.trim(),
      start: match.index,
      end: match.index + match[0].length,
      mark,
    };
  }).filter((literal) => literal.text !== "");
}

function literalPaths(literals: readonly Literal[]): PathMention[] {
  return literals.flatMap((literal) => {
    // Quoted names may hold spaces, which plain text may not.
    const kind =
      literal.mark === "block" || !literal.text.includes(" ") ? undefined : pathKind(literal.text.replaceAll(" ", "_"));
    return kind === undefined ? [] : [{ kind, text: literal.text, start: literal.start, end: literal.end }];
  });
}

function sqlOf(text: string, literals: readonly Literal[]): Span[] {
  const set = literals
    .filter((literal) => SQL.test(literal.text.slice(0, 4000)))
    .map(({ text: sql, start, end }) => ({ text: sql, start, end }));
  const inline = spans(text, SQL_INLINE, /[.\s]+$/);
  return [...set, ...withoutOverlap(inline, set)];
}

function spans(text: string, pattern: RegExp, trailing?: RegExp): Span[] {
  return Array.from(text.matchAll(pattern), (match) => {
    const found = trailing === undefined ? match[0] : match[0].replace(trailing, "");
    return { text: found, start: match.index, end: match.index + found.length };
  });
}

function withoutOverlap<T extends { start: number; end: number }>(
  found: readonly T[],
  taken: readonly { start: number; end: number }[],
): T[] {
  if (taken.length === 0 || found.length === 0) return [...found];
  const sorted = [...taken].sort((one, other) => one.start - other.start);
  let at = 0;
  return found.filter((one) => {
    while (at > 0 && (sorted[at - 1]?.end ?? 0) > one.start) at -= 1;
    while (at < sorted.length && (sorted[at]?.end ?? 0) <= one.start) at += 1;
    const next = sorted[at];
    return next === undefined || next.start >= one.end;
  });
}
