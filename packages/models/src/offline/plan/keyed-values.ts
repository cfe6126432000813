import { columnOf, lastPart, type Table } from "../results/findings.ts";
import type { Source } from "../results/sources.ts";
import { overlap, type Topic } from "../text/concepts.ts";
import { nameWords, stem } from "../text/words.ts";
import type { Param, ToolView } from "./tool-view.ts";

/** The values that results hold under an argument's name, those from rows that say most of the task first. */
export function keyedValues(
  { sources, topic, task }: { readonly sources: readonly Source[]; readonly topic: Topic; readonly task: string },
  param: Param,
  tool: ToolView,
): string[] {
  const ranked = sources.flatMap((source) => valuesIn(source, { param, tool, topic }));
  const best = Math.max(0, ...ranked.map((one) => one.score));
  // Where some rows are what the task is about, the others are not meant, unless it asks for each.
  const isChoosy = best >= 1 && !/\b(?:each|every|all)\b/i.test(task.slice(0, 12_000));
  const chosen = isChoosy ? ranked.filter((one) => one.score >= best - 0.5) : ranked;
  const values = chosen.sort((one, other) => other.score - one.score).map((one) => one.value);
  return [...new Set(values)].filter((value) => value !== "");
}

interface Scored {
  readonly value: string;
  readonly score: number;
}

interface Wanted {
  readonly param: Param;
  readonly tool: ToolView;
  readonly topic: Topic;
}

function valuesIn({ call, findings }: Source, { param, tool, topic }: Wanted): Scored[] {
  const names: Names = { maker: nameWords(call.tool).map(stem), target: [...tool.nameStems] };
  const isWanted = (key: string): boolean => isKeyOf(lastPart(key), param.name, names);
  const cells = findings.tables.flatMap((table) => cellsOf(table, table.columns.find(isWanted), topic));
  const items = findings.lists
    .filter((list) => isWanted(list.key))
    .flatMap((list) => list.items.map((value) => ({ value, score: overlap(topic, value) })));
  const facts = findings.facts.filter((fact) => isWanted(fact.key)).map(({ value }) => ({ value, score: 0.5 }));
  return [...cells, ...items, ...facts];
}

function cellsOf(table: Table, column: string | undefined, topic: Topic): Scored[] {
  const values = column === undefined ? [] : (columnOf(table, column) ?? []);
  return values.map((value, at) => ({
    value,
    score: overlap(topic, (table.rows[at] ?? []).join(" ").slice(0, 1_000)),
  }));
}

/** Stems of the name of the tool that made a result, and of the one that is to be filled. */
interface Names {
  readonly maker: readonly string[];
  readonly target: readonly string[];
}

/** `id`, `order_id` and `orderId` name one thing for a tool about orders, and in what came from such a tool. */
function isKeyOf(key: string, name: string, { maker, target }: Names): boolean {
  const own = nameWords(key).map(stem);
  const wanted = nameWords(name).map(stem);
  if (own.length === 0 || wanted.length === 0) return false;
  // A bare "id" or "name" is the id or name of what its tool is about.
  if (own.join(" ") === wanted.join(" "))
    return !GENERIC_KEYS.test(own.join(" ")) || maker.some((one) => target.some((other) => isSameThing(one, other)));
  const [longer, shorter] = own.length > wanted.length ? [own, wanted] : [wanted, own];
  const isQualified = longer.length === shorter.length + 1 && longer.slice(1).join(" ") === shorter.join(" ");
  return (
    isQualified &&
    GENERIC_KEYS.test(shorter.at(-1) ?? "") &&
    [...maker, ...target].some((one) => isSameThing(one, longer[0] ?? ""))
  );
}

/** "doc" and "document" are one thing, "get" is none. */
function isSameThing(one: string, other: string): boolean {
  if (VERBS.has(one) || VERBS.has(other)) return false;
  return one === other || (Math.min(one.length, other.length) >= 3 && (one.startsWith(other) || other.startsWith(one)));
}

const GENERIC_KEYS = /^(?:ids?|code|key|number|no|name|title|type|date|status|value)$/;
const VERBS = new Set("get list find search fetch read show look lookup query open check load".split(" ").map(stem));
