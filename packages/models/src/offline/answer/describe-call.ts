import type { PastCall } from "../brief.ts";
import type { Topic } from "../text/concepts.ts";
import { nameWords } from "../text/words.ts";
import type { Fact, Findings, List } from "../results/findings.ts";
import { parseJson } from "../results/read-result.ts";
import { asNode } from "../schema/view.ts";
import type { Source } from "../results/sources.ts";
import { code, counted, lead, oneLine, point, type Block, type Line } from "./block.ts";
import { describeDocument, isCodeFile, linesOf } from "./describe-document.ts";
import { describePaths } from "./describe-paths.ts";
import { describeTable, keyOf, labelOf } from "./describe-table.ts";

/** What the calls of one tool gave, as points under the tool's name. */
export function describeCalls(tool: string, sources: readonly Source[], topic: Topic): Block {
  const [only] = sources;
  const label = sources.length === 1 && only !== undefined ? subjectOfCall(only.call) : "";
  const title = `${humanName(tool)}${label === "" ? "" : `: ${label}`}`;
  const lines = sources.flatMap((source) => {
    const own = describeFindings(source, topic);
    return sources.length === 1
      ? own
      : prefixed(
          own,
          subjectOfCall(
            source.call,
            sources.map((one) => one.call),
          ),
        );
  });
  return { title, lines: lines.slice(0, MOST_LINES) };
}

/** `get_user_orders` as "Get user orders". */
export function humanName(tool: string): string {
  const words = nameWords(tool).join(" ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** The values a call was made with, in a few words; beside other calls of the tool only those in which it differs. */
export function subjectOfCall(call: PastCall, among: readonly PastCall[] = []): string {
  const others = among.filter((other) => other !== call && other.tool === call.tool);
  const isShared = (name: string, value: unknown): boolean =>
    others.length > 0 && others.every((other) => JSON.stringify(other.input[name]) === JSON.stringify(value));
  const parts = Object.entries(call.input).flatMap(([name, value]) =>
    isShared(name, value) ? [] : [valueText(name, value)],
  );
  const told = [...new Set(parts.map((part) => part.replace(/\.$/, "")))].filter(
    (part) => part !== "" && part.length <= 80 && !part.includes("\n"),
  );
  const short = told.filter((part) => part.length <= 40);
  return oneLine((short.length > 0 ? short : told).join(", "), 100);
}

function valueText(name: string, value: unknown): string {
  if (typeof value === "string") return value === "." ? "" : value;
  if (typeof value === "number") return `${nameWords(name).join(" ")} ${String(value)}`;
  const inner =
    typeof value === "object" && value !== null ? Object.values(value).filter((one) => typeof one !== "object") : [];
  return inner.map(String).join(Array.isArray(value) ? ", " : " ");
}

/** Facts as "key value, key value", without those that only repeat what was asked. */
export function factsText(facts: readonly Fact[], call: PastCall, isAll = true): string {
  const asked = new Set(Object.values(call.input).map((value) => String(value).toLowerCase()));
  const told = facts.filter((fact) => (facts.length === 1 && isAll) || !asked.has(fact.value.toLowerCase()));
  return told
    .map((fact) => (fact.key === "" ? fact.value : `${nameWords(fact.key).join(" ") || fact.key} ${fact.value}`))
    .join(", ");
}

const MOST_LINES = 24;

function describeFindings({ call, findings }: Source, topic: Topic): Line[] {
  const file = fileOf(call, "");
  // A data file that was read is told as a file, not as if the tool had returned its values.
  if (/\.json[c5]?$/i.test(file) || isCodeFile(file))
    return documentLines({ key: "", text: textOf(call.result) }, call, topic);
  const lines: Line[] = findings.facts.length > 0 ? factLines(findings, call) : [];
  const isNews = (found: { key: string }): boolean => !echoes(call, found.key);
  for (const list of findings.lists.filter(isNews)) lines.push(...describeList(list, topic, totalOf(findings)));
  for (const table of findings.tables.filter(isNews))
    lines.push(...describeTable({ ...table, key: keyOf(table, call.tool) }, topic));
  for (const document of findings.documents.filter(isNews)) lines.push(...documentLines(document, call, topic));
  return lines;
}

/** The text in a result: a tool may wrap it in an object. */
function textOf(result: string): string {
  const texts = Object.entries(asNode(parseJson(result))).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return texts.find(([key]) => /^(?:content|contents|text|source|body|data)$/i.test(key))?.[1] ?? result;
}

/** How many files there are in all, when the result says so beside a list that was cut. */
function totalOf({ facts }: Findings): number {
  const counts = facts
    .filter((fact) => /^(?:files?|total|count|total_?files|file_?count)$/i.test(fact.key))
    .map((fact) => Number(fact.value));
  return Math.max(0, ...counts.filter(Number.isFinite));
}

/** A tool that gives a text back under the name it came in with tells nothing new. */
function echoes(call: PastCall, key: string): boolean {
  return key !== "" && typeof call.input[key] === "string";
}

function factLines(findings: Findings, call: PastCall): Line[] {
  const { facts } = findings;
  if (facts.length > 14)
    return facts
      .slice(0, 14)
      .map((fact) => point(`${fact.key}: ${oneLine(fact.value, 160)}`))
      .concat(point(`and ${counted(facts.length - 14, "more value")}.`));
  const isAll = findings.lists.length + findings.tables.length + findings.documents.length === 0;
  const text = factsText(facts, call, isAll);
  return text === "" ? [] : [lead(sentence(text))];
}

function documentLines(document: { key: string; text: string }, call: PastCall, topic: Topic): Line[] {
  const name = fileOf(call, document.key);
  if (isNote(document.text, name))
    return document.text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => point(oneLine(line, 300)));
  const parts = describeDocument(document.text, name, topic).map(sentence);
  if (name !== "") parts.unshift(sentence(linesOf(document.text)));
  return [lead(parts.join(" "))];
}

/** A few plain lines, which need no summary. */
function isNote(text: string, name: string): boolean {
  return text.length <= 500 && text.split("\n").length <= 8 && !isCodeFile(name) && !/^\s*[{[#<]/.test(text);
}

/** The file a document came from, when the call names one. */
function fileOf(call: PastCall, key: string): string {
  const named = Object.values(call.input).find(
    (value): value is string => typeof value === "string" && /\.\w{1,8}$/.test(value),
  );
  return named ?? key;
}

function describeList(list: List, topic: Topic, total: number): Line[] {
  const { kind, items } = list;
  if (kind === "paths") return describePaths(items, topic, total);
  const label = labelOf(list.key);
  if (label !== "" && items.length <= 12 && items.every((item) => item.length <= 40))
    return [point(sentence(`${label}: ${items.join(", ")}`))];
  const most = kind === "log" ? 8 : 12;
  const shown = items.slice(0, most).map((item) => point(kind === "log" ? logLine(item) : oneLine(item, 200)));
  const rest = items.length > most ? `; the first ${String(most)}` : "";
  const count = `${label === "" ? "" : `${label}, `}${counted(items.length, kind === "log" ? "entry" : "item")}${daySpan(items)}${rest}:`;
  return items.length === 1 ? shown : [lead(count), ...shown];
}

/** The identifying hash of a log line set as code. */
function logLine(item: string): string {
  return oneLine(item, 200).replace(/^([0-9a-f]{7,40})\b/, (hash) => code(hash));
}

function daySpan(items: readonly string[]): string {
  const days = items.flatMap((item) => /\b\d{4}-\d{2}-\d{2}\b/.exec(item)?.[0] ?? []).sort();
  if (days.length < 2 || days.length < items.length * 0.8) return "";
  return days[0] === days.at(-1) ? `, all of ${days[0] ?? ""}` : `, ${days[0] ?? ""} to ${days.at(-1) ?? ""}`;
}

function prefixed(lines: readonly Line[], subject: string): Line[] {
  if (subject === "") return [...lines];
  const [first, ...rest] = lines;
  if (first === undefined) return [];
  if (first.kind === "table") return [lead(`**${subject}**:`), first, ...rest];
  return [{ ...first, text: `**${subject}**: ${first.text}` }, ...rest.slice(0, 5)];
}

/** With a full stop at its end, if it has none. */
export function sentence(text: string): string {
  return /[.!?:…]$/.test(text) ? text : `${text}.`;
}
