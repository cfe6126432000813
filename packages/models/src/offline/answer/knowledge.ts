import type { Brief } from "../brief.ts";
import { lastPart, type Findings } from "../results/findings.ts";
import { readResult } from "../results/read-result.ts";
import type { Source } from "../results/sources.ts";
import { jsonType } from "../schema/view.ts";
import { areRelated } from "../text/concepts.ts";
import { nameWords, stem } from "../text/words.ts";
import { contextBlocks } from "./context-blocks.ts";
import { columnEntries, factEntries, labelledEntries, objectEntries, type Entry, type Known } from "./entries.ts";
import { textFor, type Telling } from "./telling.ts";

/** What results and context know, asked by key; a key means any key of the same words, however joined. */
export interface Knowledge {
  /** The user's own words, for choices that only they decide. */
  readonly wording: string;
  /** Scalars, the surest first. */
  values(key: string): readonly unknown[];
  /** How many there are of the things a key counts ("fileCount"). */
  counts(key: string): readonly number[];
  /** Texts that could stand under the key: the answer for "answer", its key sentences for "summary". */
  texts(key: string): readonly string[];
  list(key: string): readonly unknown[];
  rows(key: string): readonly Known[];
  object(key: string): Known | undefined;
  /** The same, of nothing but one object. */
  inside(object: Known): Knowledge;
}

/** All that the brief knows. */
export function knowledgeOf(brief: Brief, sources: readonly Source[]): Knowledge {
  const findings = [...sources.map((source) => source.findings), ...brief.context.map(readResult)];
  const results = brief.calls.filter((call) => call.failure === undefined).map((call) => call.result);
  const entries = [
    ...objectEntries([...results, ...brief.context, brief.task]),
    ...findings.flatMap(factEntries),
    ...findings.flatMap(columnEntries),
    ...labelledEntries([brief.task, ...brief.context]),
  ];
  const wording = `${brief.task}\n${brief.context.join("\n")}`;
  return new BriefKnowledge({ entries, findings, wording, telling: { brief, sources } });
}

interface Stock {
  readonly entries: readonly Entry[];
  readonly findings: readonly Findings[];
  readonly wording: string;
  /** Absent inside an object, which has nothing to tell beyond its own values. */
  readonly telling: Telling | undefined;
}

class BriefKnowledge implements Knowledge {
  readonly #stock: Stock;

  constructor(stock: Stock) {
    this.#stock = stock;
  }

  get wording(): string {
    return this.#stock.wording;
  }

  values(key: string): readonly unknown[] {
    const found = this.#under(key).filter((value) => typeof value !== "object");
    // A tool that returned one bare value answered what was asked.
    return /^(?:answer|result|value|output|total|sum)$/i.test(key) ? [...found, ...this.#bareValues()] : found;
  }

  counts(key: string): readonly number[] {
    const words = nameWords(key).map(stem);
    const nouns = words.filter((word) => !COUNTING.has(word));
    if (nouns.length === words.length) return [];
    const isCounted = (name: string, kind: string): boolean =>
      nouns.length === 0 || nouns.some((noun) => noun === kind || areRelated(noun, stem(lastPart(name))));
    return this.#stock.findings.flatMap(({ lists, tables }) => [
      ...lists
        .filter((list) => isCounted(list.key, list.kind === "paths" ? "file" : "item"))
        .map((list) => list.items.length),
      ...tables.filter((table) => isCounted(table.key, "row")).map((table) => table.rows.length),
    ]);
  }

  texts(key: string): readonly string[] {
    const { telling } = this.#stock;
    const text = telling === undefined ? undefined : textFor(key, telling);
    return text === undefined ? [] : [text];
  }

  list(key: string): readonly unknown[] {
    const [given] = this.#under(key).filter((value) => Array.isArray(value));
    if (given !== undefined) return given;
    const [told] = this.#under(key).filter((value) => typeof value === "string");
    if (told !== undefined) return told.split(/\s*[,;]\s*(?:and\s+)?|\s+and\s+/).filter((one) => one !== "");
    return /^(?:files?|paths?)$/i.test(nameWords(key).at(-1) ?? "") ? this.#paths() : this.#pointsUnder(key);
  }

  rows(key: string): readonly Known[] {
    const [given] = this.#under(key).filter((value) => Array.isArray(value));
    if (given !== undefined) return given.filter(isObject);
    const tables = this.#stock.findings.flatMap((one) => one.tables);
    const table = tables.length === 1 ? tables[0] : undefined;
    const columns = table?.columns ?? [];
    return (table?.rows ?? [])
      .slice(0, 200)
      .map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? ""])));
  }

  object(key: string): Known | undefined {
    return this.#under(key).find(isObject);
  }

  inside(object: Known): Knowledge {
    return new BriefKnowledge({
      entries: Object.entries(object),
      findings: [],
      wording: this.wording,
      telling: undefined,
    });
  }

  #under(key: string): unknown[] {
    const wanted = sameKey(key);
    return wanted === ""
      ? []
      : this.#stock.entries.filter(([name]) => sameKey(name) === wanted).map(([, value]) => value);
  }

  #bareValues(): string[] {
    return this.#stock.findings.flatMap(({ facts }) =>
      facts.length === 1 && facts[0]?.key === "" ? [facts[0].value] : [],
    );
  }

  #paths(): readonly string[] {
    return this.#stock.findings.flatMap((one) => one.lists).find((list) => list.kind === "paths")?.items ?? [];
  }

  /** The points of an earlier answer that stand under a heading with the key's words. */
  #pointsUnder(key: string): string[] {
    const words = nameWords(key).map(stem);
    const blocks = (this.#stock.telling?.brief.context ?? []).flatMap(contextBlocks);
    const headed = blocks.filter((block) => nameWords(block.title).some((word) => words.includes(stem(word))));
    return headed.flatMap((block) => block.lines.filter((line) => line.kind !== "table").map((line) => line.text));
  }
}

const COUNTING = new Set(["count", "number", "total", "num", "of", "n", "size", "amount"].map(stem));

/** Keys of the same words are the same key. */
function sameKey(key: string): string {
  return nameWords(key).map(stem).join(" ");
}

function isObject(value: unknown): value is Known {
  return jsonType(value) === "object";
}
