import { sentencesOf } from "../text/clauses.ts";
import type { Topic } from "../text/concepts.ts";
import { asNode } from "../schema/view.ts";
import { parseJson } from "../results/read-result.ts";
import { code, counted, oneLine } from "./block.ts";
import { keySentences } from "./key-sentences.ts";

/** A text in a few sentences of its own: how long, what it calls itself, what it begins with, what it declares. */
export function describeDocument(text: string, name: string, topic: Topic, sentences = 2): string[] {
  const json = parseJson(text);
  if (json !== undefined) return describeJson(json);
  if (/\.json[c5]?$/i.test(name)) return describeCutJson(text);
  if (isCodeFile(name)) return describeCode(text);
  if (/^#{1,6}\s/m.test(text) || /\.mdx?$/i.test(name)) return describeMarkdown(text, topic, sentences);
  return keySentences(text, topic, sentences).map((one) => oneLine(one, 320));
}

/** The number of lines of a text; of one that says itself that it goes on, so many at least. */
export function linesOf(text: string): string {
  const lines = text.trimEnd().split("\n");
  const isCut = /^\s*[[(<]?(?:…|\.{3}|truncated\b|\d+ more lines)/i.test(lines.at(-1) ?? "");
  return isCut ? `More than ${counted(lines.length - 1, "line")}` : counted(lines.length, "line");
}

/** Whether a file's name says that it holds program text. */
export function isCodeFile(name: string): boolean {
  return CODE_FILE.test(name);
}

const CODE_FILE =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kts?|scala|c|h|cc|cpp|hpp|cs|swift|php|lua|sh|bash|ps1|sql|proto|graphql|vue|svelte|ex|exs|erl|hs|ml|clj|dart|zig|css|scss)$/i;
const DECLARATION =
  /^(?:export\s+)?(?:default\s+)?(?:public\s+|abstract\s+|async\s+|pub(?:\(\w+\))?\s+|static\s+|final\s+)*(?:function\*?|class|interface|type|enum|const|let|def|func|fn|struct|trait|impl|module|object|record|CREATE TABLE)\s+(?:\([^)]*\)\s*)?([\p{L}_$][\p{L}\p{N}_$]*)/gimu;
const LEADING_COMMENT =
  /^(?:#!.*\n|["']use strict["'];?\n|\s|import\s[^\n]*\n|from\s[^\n]*\n|package\s[^\n]*\n)*(?:\/\*\*?([\s\S]{3,2000}?)\*\/|((?:\s*(?:\/\/|#|--|;)[^\n]*\n?)+)|"""([\s\S]{3,2000}?)""")/;

function describeCode(text: string): string[] {
  const head = text.slice(0, 20_000);
  const names = declaredNames(head);
  const more = names.length > 6 ? ` and ${counted(names.length - 6, "more name")}` : "";
  return [
    ...purposeOf(head),
    ...(names.length === 0 ? [] : [`Declares ${names.slice(0, 6).map(code).join(", ")}${more}`]),
  ];
}

/** The first sentence of the comment that the file begins with, unless it is a licence or for a tool. */
function purposeOf(head: string): string[] {
  const comment =
    LEADING_COMMENT.exec(head.slice(0, 4_000))
      ?.slice(1)
      .find((group) => group) ?? "";
  const said = comment
    .split("\n")
    .map((line) => line.replace(/^\s*(?:\*|\/\/+|#+|--|;)+!?\s?/, ""))
    .join(" ")
    .trim();
  const sentence = /^.*?[.!?](?=\s|$)/.exec(said)?.[0] ?? said;
  const isTold = sentence.length > 8 && !/\b(?:copyright|licen[sc]e|eslint|prettier|ts-ignore)\b/i.test(sentence);
  return isTold ? [oneLine(sentence, 200)] : [];
}

/** What is exported; where nothing is, what is declared. */
function declaredNames(head: string): string[] {
  const declared = Array.from(head.matchAll(DECLARATION), (match) => ({
    name: match[1] ?? "",
    isExported: /^(?:export|pub|public)\b/.test(match[0]),
  }));
  const exported = declared.filter((one) => one.isExported);
  const names = (exported.length > 0 ? exported : declared).map((one) => one.name);
  return [...new Set(names)].filter((name) => name.length > 1);
}

function describeMarkdown(text: string, topic: Topic, sentences: number): string[] {
  const fenceless = text.slice(0, 60_000).replace(/```[\s\S]*?(?:```|$)/g, "");
  const headings = Array.from(fenceless.matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm), (match) => oneLine(match[1] ?? "", 100));
  const [title, ...rest] = headings;
  const opening = openingOf(fenceless, topic, sentences)
    .map((one) => oneLine(one, 320))
    .join(" ");
  const more = rest.length > 8 ? ` and ${String(rest.length - 8)} more` : "";
  const outline = rest.length > 0 ? [`Headings: ${rest.slice(0, 8).join(", ")}${more}`] : [];
  const titled = title === undefined ? opening : `“${title}”${opening === "" ? "" : `: ${opening}`}`;
  return [titled, ...outline].filter((part) => part !== "");
}

/** How a document begins: the first paragraph says what it is; where that is short, the sentences that carry most. */
function openingOf(text: string, topic: Topic, most: number): string[] {
  const first = text
    .split(/\n\s*\n/)
    .map((paragraph) => sentencesOf(paragraph))
    .find((sentences) => sentences.join(" ").length > 60);
  return first?.slice(0, most) ?? keySentences(text, topic, most);
}

/** Of a data file that was cut off: its first scalars. */
function describeCutJson(text: string): string[] {
  const pairs = Array.from(
    text.slice(0, 4_000).matchAll(/^\s{0,4}"([^"\n]{1,60})"\s*:\s*("[^"\n]{1,200}"|-?[\d.]+|true|false)/gm),
    (match) => `${match[1] ?? ""}: ${(match[2] ?? "").replaceAll('"', "")}`,
  );
  return pairs.length === 0 ? [] : [pairs.slice(0, 8).join("; ")];
}

function describeJson(value: unknown): string[] {
  if (Array.isArray(value)) return [counted(value.length, "entry")];
  const parts = Object.entries(asNode(value)).flatMap(([key, inner]) => {
    const told = jsonPart(inner);
    return told === "" ? [] : [`${key}: ${told}`];
  });
  return parts.length === 0 ? [] : [parts.slice(0, 10).join("; ")];
}

function jsonPart(value: unknown): string {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return oneLine(String(value), 120);
  return Array.isArray(value) ? counted(value.length, "entry") : Object.keys(asNode(value)).slice(0, 6).join(", ");
}
