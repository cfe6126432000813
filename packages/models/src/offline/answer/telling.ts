import type { Brief } from "../brief.ts";
import type { Source } from "../results/sources.ts";
import { taskTopic } from "../text/concepts.ts";
import { writeDigest } from "./answer.ts";
import { contextBlocks } from "./context-blocks.ts";
import { keySentences } from "./key-sentences.ts";
import { titleOf } from "./title.ts";

/** What texts are written from. */
export interface Telling {
  readonly brief: Brief;
  readonly sources: readonly Source[];
}

/** The text that could stand under a key: a title, a few key sentences, the whole answer; nothing under a key that wants none of these. */
export function textFor(key: string, telling: Telling): string | undefined {
  if (/^(?:title|headline|heading)$/i.test(key)) return headingOf(telling.brief);
  if (SUMMARY.test(key)) return summaryOf(telling);
  return key === "" || WHOLE.test(key) ? digestOf(telling) : undefined;
}

const SUMMARY = /(?:summary|abstract|overview|tldr|description|explanation|reason(?:ing)?|rationale|conclusion)$/i;
const WHOLE = /(?:answer|result|text|content|body|report|markdown|output|message|response|value|raw|notes?|details)$/i;

function headingOf(brief: Brief): string {
  return brief.context.flatMap(contextBlocks).find((block) => block.title !== "")?.title ?? titleOf(brief);
}

function summaryOf(telling: Telling): string {
  const lines = digestOf(telling)
    .split("\n")
    .filter((line) => !/^\s*(?:#|\||$)/.test(line));
  const plain = lines.map((line) => line.replace(/^\s*-\s+/, "")).join("\n\n");
  const sentences = keySentences(plain, taskTopic(telling.brief.task.slice(0, 4_000)), 3).join(" ");
  return sentences === "" ? plain.replace(/\s+/g, " ").trim().slice(0, 400) : sentences;
}

function digestOf({ brief, sources }: Telling): string {
  return writeDigest({ ...brief, expected: "" }, sources);
}
