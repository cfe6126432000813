import type { Source } from "../results/sources.ts";
import { readResult, parseJson } from "../results/read-result.ts";
import type { Brief } from "../brief.ts";
import { lastPart, type Findings } from "../results/findings.ts";
import { areRelated, topicOf } from "../text/concepts.ts";
import { jsonType } from "../schema/view.ts";
import { nameWords, stem } from "../text/words.ts";
import { contextBlocks } from "./context-blocks.ts";
import { keySentences } from "./key-sentences.ts";
import { titleOf } from "./title.ts";
import { writeDigest } from "./answer.ts";

/** What results and context know, asked by key. */
export interface Knowledge {
  /** The user's own words, for choices that only they decide. */
  readonly wording: string;
  /** Scalars under the key, or under a key of the same words, the surest first. */
  values(key: string): readonly unknown[];
  /** Numbers of things the key may count. */
  counts(key: string): readonly number[];
  /** Texts that could stand under the key: the answer for "summary", a title for "title". */
  texts(key: string): readonly string[];
  list(key: string): readonly unknown[];
  rows(key: string): readonly Readonly<Record<string, unknown>>[];
  /** An object found under the key. */
  object(key: string): Readonly<Record<string, unknown>> | undefined;
  /** The same, but inside one object, which comes first. */
  inside(object: Readonly<Record<string, unknown>>): Knowledge;
}

/** All that the brief knows. */
export function knowledgeOf(brief: Brief, sources: readonly Source[]): Knowledge {
  const context = brief.context.map((text) => readResult(text));
  const labelled = [brief.task, ...brief.context].map((text) => labelledFacts(text.slice(0, 40_000)));
  const objects = objectsIn([
    ...brief.calls.filter((call) => call.failure === undefined).map((call) => call.result),
    ...brief.context,
    brief.task,
  ]);
  return new BriefKnowledge({
    brief,
    sources,
    findings: [...sources.map((source) => source.findings), ...context],
    labelled: labelled.flat(),
    objects,
  });
}

interface Stock {
  readonly brief: Brief;
  readonly sources: readonly Source[];
  readonly findings: readonly Findings[];
  readonly labelled: readonly (readonly [key: string, value: string])[];
  readonly objects: readonly Readonly<Record<string, unknown>>[];
}

class BriefKnowledge implements Knowledge {
  readonly #stock: Stock;
  #answer: string | undefined;

  constructor(stock: Stock) {
    this.#stock = stock;
  }

  get wording(): string {
    return `${this.#stock.brief.task}\n${this.#stock.brief.context.join("\n")}`;
  }

  values(key: string): readonly unknown[] {
    const { objects, findings, labelled } = this.#stock;
    const found: unknown[] = [];
    for (const object of objects)
      for (const [name, value] of Object.entries(object))
        if (isSameKey(name, key) && typeof value !== "object") found.push(value);
    for (const one of findings) {
      for (const fact of one.facts) if (isSameKey(lastPart(fact.key), key)) found.push(fact.value);
      for (const table of one.tables) {
        const column = table.columns.findIndex((name) => isSameKey(name, key));
        const cell = table.rows[0]?.[column];
        if (column >= 0 && cell !== undefined && cell !== "") found.push(cell);
      }
    }
    for (const [name, value] of labelled) if (isSameKey(name, key)) found.push(value);
    const [only] = findings.flatMap((one) =>
      one.facts.length === 1 && one.facts[0]?.key === "" ? [one.facts[0].value] : [],
    );
    // A tool that returned one bare value answered what was asked.
    if (only !== undefined && /^(?:answer|result|value|output|total|sum)$/i.test(key)) found.push(only);
    return found;
  }

  counts(key: string): readonly number[] {
    const noun = nameWords(key)
      .filter((word) => !/^(?:count|number|total|num|of|n|size|amount)$/.test(word))
      .map(stem);
    if (noun.length === nameWords(key).length) return [];
    return this.#stock.findings.flatMap((one) => [
      ...one.lists
        .filter(
          (list) =>
            noun.length === 0 ||
            noun.some(
              (word) => areRelated(word, stem(lastPart(list.key))) || (list.kind === "paths" && word === "file"),
            ),
        )
        .map((list) => list.items.length),
      ...one.tables
        .filter(
          (table) =>
            noun.length === 0 ||
            noun.some((word) => areRelated(word, stem(lastPart(table.key))) || word === "row" || word === "match"),
        )
        .map((table) => table.rows.length),
    ]);
  }

  texts(key: string): readonly string[] {
    const { brief } = this.#stock;
    if (/^(?:title|headline|heading)$/i.test(key)) return [this.#heading()];
    if (/(?:summary|abstract|overview|tldr|description|explanation|reason(?:ing)?|rationale|conclusion)$/i.test(key)) {
      const plain = this.#digest()
        .split("\n")
        .filter((line) => !/^\s*(?:#|\||$)/.test(line))
        .map((line) => line.replace(/^\s*-\s+/, ""))
        .join("\n\n");
      const sentences = keySentences(plain, topicOf(brief.task.slice(0, 4_000)), 3).join(" ");
      return [sentences === "" ? plain.replace(/\s+/g, " ").trim().slice(0, 400) : sentences];
    }
    return /(?:answer|result|text|content|body|report|markdown|output|message|response|value|raw|notes?|details)$/i.test(
      key,
    ) || key === ""
      ? [this.#digest()]
      : [];
  }

  list(key: string): readonly unknown[] {
    const { objects, findings, brief } = this.#stock;
    for (const object of objects)
      for (const [name, value] of Object.entries(object))
        if (isSameKey(name, key) && Array.isArray(value)) return value;
    const own = nameWords(key).map(stem);
    for (const one of findings) {
      for (const list of one.lists)
        if (
          isSameKey(lastPart(list.key), key) ||
          (list.kind === "paths" && own.some((word) => word === "file" || word === "path"))
        )
          return list.items;
      for (const table of one.tables) {
        const column = table.columns.findIndex((name) => isSameKey(name, key));
        if (column >= 0) return [...new Set(table.rows.map((row) => row[column] ?? ""))].filter((cell) => cell !== "");
      }
    }
    const told = this.#stock.labelled.find(([name]) => isSameKey(name, key))?.[1];
    if (told !== undefined) return told.split(/\s*[,;]\s*(?:and\s+)?|\s+and\s+/).filter((one) => one !== "");
    const blocks = brief.context
      .flatMap(contextBlocks)
      .filter((block) => own.some((word) => nameWords(block.title).map(stem).includes(word)));
    return blocks.flatMap((block) => block.lines.filter((line) => line.kind !== "table").map((line) => line.text));
  }

  rows(key: string): readonly Readonly<Record<string, unknown>>[] {
    const { objects, findings } = this.#stock;
    for (const object of objects)
      for (const [name, value] of Object.entries(object))
        if (isSameKey(name, key) && Array.isArray(value)) return value.filter(isObject);
    const tables = findings.flatMap((one) => one.tables);
    const table =
      tables.find((one) => isSameKey(lastPart(one.key), key)) ?? (tables.length === 1 ? tables[0] : undefined);
    return (table?.rows ?? [])
      .slice(0, 200)
      .map((row) => Object.fromEntries((table?.columns ?? []).map((name, at) => [name, row[at] ?? ""])));
  }

  object(key: string): Readonly<Record<string, unknown>> | undefined {
    if (key === "") return undefined;
    for (const object of this.#stock.objects)
      for (const [name, value] of Object.entries(object)) if (isSameKey(name, key) && isObject(value)) return value;
    return undefined;
  }

  inside(object: Readonly<Record<string, unknown>>): Knowledge {
    return new BriefKnowledge({
      ...this.#stock,
      brief: { ...this.#stock.brief, context: [], calls: [] },
      sources: [],
      findings: [],
      labelled: [],
      objects: [object],
    });
  }

  #heading(): string {
    const { brief } = this.#stock;
    return brief.context.flatMap(contextBlocks).find((block) => block.title !== "")?.title ?? titleOf(brief);
  }

  #digest(): string {
    this.#answer ??= writeDigest({ ...this.#stock.brief, expected: "" }, this.#stock.sources);
    return this.#answer;
  }
}

/** "Key: value" lines of a text. */
function labelledFacts(text: string): [string, string][] {
  return Array.from(
    text.matchAll(/(?:^|\n)\s*(?:[-*•]\s+)?\**([\p{L}][\p{L}\p{N} _-]{0,40}?)\**\s*:\**\s+([^\n]{1,400})/gu),
    (match): [string, string] => [match[1] ?? "", (match[2] ?? "").trim()],
  );
}

/** The objects written out in texts, whole or fenced. */
function objectsIn(texts: readonly string[]): Readonly<Record<string, unknown>>[] {
  return texts.flatMap((text) => {
    const candidates = [
      text,
      ...Array.from(text.slice(0, 200_000).matchAll(/```(?:json)?\n([\s\S]*?)```/g), (match) => match[1] ?? ""),
    ];
    const brace = text.indexOf("{");
    if (brace > 0 && text.lastIndexOf("}") > brace) candidates.push(text.slice(brace, text.lastIndexOf("}") + 1));
    return candidates.map(parseJson).filter(isObject);
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return jsonType(value) === "object";
}

/** The same words, whatever joins them. */
function isSameKey(one: string, other: string): boolean {
  const own = nameWords(one).map(stem).join(" ");
  return own !== "" && own === nameWords(other).map(stem).join(" ");
}
