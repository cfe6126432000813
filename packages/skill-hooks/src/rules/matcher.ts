import { sanitizeToolName } from "@boathook/hooks";

import { claudeName } from "../catalogue/tool-aliases.ts";
import type { HookFormat } from "./format.ts";
import { isRiskyPattern } from "./risky-pattern.ts";

/** What a matcher looks at. */
export interface Subject {
  /** Undefined: the event has none. */
  readonly text: string | undefined;
  readonly toolInput: Readonly<Record<string, unknown>> | undefined;
  /** True: `text` is the name of a tool. */
  readonly isTool: boolean;
}

/** True where the rule is wanted. */
export type Matches = (subject: Subject) => boolean;

/** A matcher, or what is wrong with its text. */
export type CompiledMatcher = { readonly matches: Matches } | { readonly problem: string };

const LONGEST_SUBJECT = 1_000;
const LONGEST_PATTERN = 1_000;

/**
 * Nothing, or `*`: everything. Letters, digits, `_ - space , |` only: names, one or a list. `Name(glob)`: a tool whose first text argument
 * fits. Anything else: a JavaScript regular expression, for the whole subject in the documents' format, for a part of it in Claude Code's.
 */
export function compileMatcher(pattern: string, format: HookFormat): CompiledMatcher {
  const text = pattern.trim();
  if (text === "" || text === "*") return { matches: () => true };
  if (text.length > LONGEST_PATTERN)
    return { problem: `a matcher of ${text.length} characters; at most ${LONGEST_PATTERN}` };
  if (/^[\w\- ,|]+$/.test(text)) return { matches: inScope(format, namesOf(text)) };
  const call = /^([\w-]+)\(([^]*)\)$/.exec(text);
  if (call !== null) return { matches: callMatcher(call[1] ?? "", call[2] ?? "") };
  return expression(text, format);
}

/** Events without a subject: Claude Code's format does not look at the matcher, the documents' never fits. */
function inScope(format: HookFormat, test: (names: readonly string[]) => boolean): Matches {
  return ({ text, isTool }) => {
    if (text === undefined) return format === "claude-code";
    return test(isTool ? toolNames(text) : [text]);
  };
}

function namesOf(text: string): (names: readonly string[]) => boolean {
  const wanted = new Set(text.split(/[,|]/).map((part) => part.trim()));
  const sanitized = new Set([...wanted].map(sanitizeToolName));
  return (names) => names.some((name) => wanted.has(name) || sanitized.has(name));
}

/** A tool is known by its own name, and by the one that it has in Claude Code. */
function toolNames(name: string): string[] {
  const alias = claudeName(name);
  return alias === undefined ? [name] : [name, alias];
}

function callMatcher(name: string, pattern: string): Matches {
  const isName = namesOf(name);
  const fits = glob(pattern);
  return ({ text, toolInput, isTool }) => {
    if (text === undefined || !isTool || !isName(toolNames(text))) return false;
    const argument = Object.values(toolInput ?? {}).find((value) => typeof value === "string");
    return typeof argument === "string" && fits(argument);
  };
}

/** `*` is any text, `?` one character; `git:*` is `git` and whatever follows it. */
function glob(pattern: string): (text: string) => boolean {
  const prefix = pattern.endsWith(":*") ? pattern.slice(0, -2) : undefined;
  if (prefix !== undefined) return (text) => text === prefix || text.startsWith(`${prefix} `);
  return (text) => fitsGlob(pattern, text);
}

/** The whole text, however long, in steps that grow with pattern times text at most: only the last `*` is ever gone back to. */
function fitsGlob(pattern: string, text: string): boolean {
  let [at, from] = [0, 0];
  let star: { readonly next: number; from: number } | undefined;
  while (from < text.length) {
    const wanted = pattern.charAt(at);
    if (wanted === "*") {
      star = { next: (at += 1), from };
    } else if (wanted === "?" || (wanted !== "" && wanted === text.charAt(from))) {
      at += 1;
      from += 1;
    } else if (star === undefined) {
      return false;
    } else {
      from = star.from += 1;
      at = star.next;
    }
  }
  return /^\**$/.test(pattern.slice(at));
}

function expression(text: string, format: HookFormat): CompiledMatcher {
  let compiled: RegExp;
  try {
    compiled = new RegExp(format === "boathook" ? `^(?:${text})$` : text);
  } catch (error) {
    return { problem: `no regular expression: ${(error as Error).message}` }; // RegExp throws SyntaxErrors
  }
  if (isRiskyPattern(text)) {
    return {
      problem: "a regular expression that may take for ever (a repetition inside of a repetition); write it without",
    };
  }
  const test = (names: readonly string[]): boolean =>
    names.some((name) => compiled.test(name.slice(0, LONGEST_SUBJECT)));
  return { matches: inScope(format, test) };
}
