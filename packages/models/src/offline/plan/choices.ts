import { nearness } from "../text/concepts.ts";
import { nameWords, stem, wordsOf, type Word } from "../text/words.ts";
import { descriptionOf, typesOf, type Schema } from "../schema/view.ts";
import type { Ask, Candidate } from "./ask.ts";

/** The values an argument may take: its `enum` or `const`, or a closed list in its description ("one of: a, b, c"). */
export function choicesOf(schema: Schema, description: string): { readonly values: readonly unknown[] } | undefined {
  if (Array.isArray(schema.node["enum"])) return { values: schema.node["enum"] };
  if ("const" in schema.node) return { values: [schema.node["const"]] };
  if (!typesOf(schema).includes("string")) return undefined;
  const told =
    /\b(?:one of|either|allowed values?(?: are)?|possible values?(?: are)?|options?(?: are)?|choose (?:from|among|between)|available(?: \w+)?(?: are)?|valid values?(?: are)?)\b(?: the (?:following|coworkers?|roles?|names?))?\s*[:=]?\s*([^.\n]{2,300})/i.exec(
      description,
    )?.[1];
  const values = (told ?? "")
    .split(/\s*[,|;]\s*(?:or\s+|and\s+)?|\s+or\s+/)
    .map((one) => one.replace(/^[\s"'`“([]+|[\s"'`”)\]]+$/g, ""))
    .filter((one) => one !== "" && one.length < 60);
  return values.length > 0 ? { values } : undefined;
}

/** Which of the allowed values the text names; where a choice must be made, also the one it comes nearest to. */
export function choiceCandidates(ask: Ask, values: readonly unknown[]): Candidate[] {
  const words = wordsOf(ask.clause.text);
  const named = values.flatMap((value): Candidate[] => {
    const word = typeof value === "string" ? namedBy(value, words, ask.clause.text) : undefined;
    return word === undefined ? [] : [{ value, ...place(ask, word), strength: 3 }];
  });
  return named.length > 0 ? named : nearest(ask, values, words);
}

/** Whether the text asks for what a switch is named after; nothing where it does not speak of it. */
export function switchCandidates(ask: Ask): Candidate[] {
  const own = ask.param.nameStems.filter((one) => !SWITCH_WORDS.has(one));
  const words = wordsOf(ask.clause.text);
  const first = words.find((word) => word.stem === own[0]);
  if (own.length === 0 || first === undefined || !own.every((one) => words.some((word) => word.stem === one)))
    return [];
  const before = ask.clause.text.slice(Math.max(0, first.index - 24), first.index);
  return [
    {
      value: !/\b(?:no|not|without|non|exclud\w+|skip\w*|except)\s+(?:\w+\s+)?$/i.test(before),
      ...place(ask, first),
      strength: 3,
    },
  ];
}

const SWITCH_WORDS = new Set(
  [
    "includ",
    "include",
    "is",
    "has",
    "show",
    "with",
    "enabl",
    "enable",
    "use",
    "should",
    "allow",
    "only",
    "do",
    "return",
  ].flatMap((word) => [word, stem(word)]),
);
/** What short choices stand for. */
const UNITS: Readonly<Record<string, string>> = {
  c: "celsius",
  f: "fahrenheit",
  k: "kelvin",
  usd: "dollar",
  eur: "euro",
  gbp: "pound",
  jpy: "yen",
  chf: "franc",
  km: "kilometer",
  mi: "mile",
  kg: "kilogram",
  lb: "pound",
};

function namedBy(value: string, words: readonly Word[], text: string): Word | undefined {
  if (value.length <= 2) {
    const unit = UNITS[value.toLowerCase()];
    return (
      words.find((word) => word.text === value && (value.length > 1 || text[word.index - 1] === "°")) ??
      words.find((word) => word.text.toLowerCase() === unit || (unit !== undefined && word.stem === stem(unit)))
    );
  }
  const stems = nameWords(UNITS[value.toLowerCase()] ?? value).map(stem);
  const first =
    words.find((word) => word.stem === stems[0]) ??
    words.find((word) => word.text.toLowerCase() === value.toLowerCase());
  if (first?.text.toLowerCase() === value.toLowerCase()) return first;
  return first !== undefined && stems.every((one) => words.some((word) => word.stem === one)) ? first : undefined;
}

/** The value whose words stand nearest to the text's, when one is nearer than all others. */
function nearest(ask: Ask, values: readonly unknown[], words: readonly Word[]): Candidate[] {
  const ranked = values.map((value) => {
    const stems = typeof value === "string" ? nameWords(value).map(stem) : [];
    let best = 0;
    let at: Word | undefined;
    for (const word of words) {
      const score = Math.max(
        0,
        ...stems.map((one) => (one === word.stem && stems.length > 1 ? 2 : nearness(one, word.stem))),
      );
      if (score > best) [best, at] = [score, word];
    }
    return { value, best, at };
  });
  ranked.sort((one, other) => other.best - one.best);
  const [first, second] = ranked;
  if (first?.at === undefined || first.best === 0 || first.best === second?.best) return [];
  return [{ value: first.value, ...place(ask, first.at), strength: first.best >= 3 ? 3 : 1 }];
}

/** The closed list an argument's own words give. */
export function describedChoices(ask: Ask, schema: Schema): ReturnType<typeof choicesOf> {
  return choicesOf(schema, descriptionOf(ask.param.schema) || descriptionOf(schema));
}

function place(ask: Ask, word: Word): { start: number; end: number } {
  const start = ask.clause.start + word.index;
  return { start, end: start + word.text.length };
}
