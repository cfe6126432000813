import { columnOf, lastPart, type Table } from "../results/findings.ts";
import type { Source } from "../results/sources.ts";
import { overlap, type Topic } from "../text/concepts.ts";
import { nameWords, stem } from "../text/words.ts";
import type { Param, ToolView } from "./tool-view.ts";

/** The values that results hold under an argument's name, those from rows that say most of the task first. */
export function keyedValues(
  { sources, topic }: { readonly sources: readonly Source[]; readonly topic: Topic },
  param: Param,
  tool: ToolView,
): string[] {
  const ranked = sources.flatMap((source) => valuesIn(source, { param, tool, topic }));
  const best = Math.max(0, ...ranked.map((one) => one.score));
  // Where some rows are what the task is about, the others are not meant.
  const chosen = best >= 1 ? ranked.filter((one) => one.score >= best - 0.5) : ranked;
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
  const nouns = new Set([...nameWords(call.tool).map(stem), ...tool.nameStems]);
  const isWanted = (key: string): boolean => isKeyOf(lastPart(key), param.name, nouns);
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

/** `id`, `order_id` and `orderId` name one thing for a tool about orders, and in what came from such a tool. */
function isKeyOf(key: string, name: string, nouns: ReadonlySet<string>): boolean {
  const own = nameWords(key).map(stem);
  const wanted = nameWords(name).map(stem);
  if (own.length === 0 || wanted.length === 0) return false;
  if (own.join(" ") === wanted.join(" ")) return true;
  const [longer, shorter] = own.length > wanted.length ? [own, wanted] : [wanted, own];
  const isQualified = longer.length === shorter.length + 1 && longer.slice(1).join(" ") === shorter.join(" ");
  return isQualified && GENERIC_KEYS.test(shorter.at(-1) ?? "") && nouns.has(longer[0] ?? "");
}

const GENERIC_KEYS = /^(?:ids?|code|key|number|no|name|url|email)$/;
