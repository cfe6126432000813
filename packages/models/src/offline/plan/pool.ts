import { overlap, type Topic } from "../text/concepts.ts";
import { extensionsNamed, pathsOf } from "../text/paths.ts";
import { nameWords, stem } from "../text/words.ts";
import type { Source } from "../results/sources.ts";
import { columnOf, type Table } from "../results/findings.ts";
import type { Param, ToolView } from "./tool-view.ts";
import { rankPaths } from "./rank-paths.ts";
import { expressionFrom } from "./pool-expression.ts";

/** What earlier calls and tasks gave, as a supply of arguments. */
export interface Pool {
  readonly isEmpty: boolean;
  /** The columns of every table seen. */
  readonly columns: readonly string[];
  /** Values for an argument, the most relevant first. */
  offer(param: Param, tool: ToolView): readonly unknown[];
}

interface Supply {
  readonly sources: readonly Source[];
  readonly context: readonly string[];
  readonly task: string;
  readonly topic: Topic;
  /** The answer that could be written of what is known so far: what a text to be sent or saved consists of. */
  digest(): string;
}

/** Makes a supply of arguments from results and context. */
export function poolOf(supply: Supply): Pool {
  const columns = new Set<string>();
  for (const { findings } of supply.sources)
    for (const table of findings.tables) for (const column of table.columns) columns.add(column);
  let ranked: string[] | undefined;
  return {
    isEmpty: supply.sources.length === 0 && supply.context.length === 0,
    columns: [...columns],
    offer(param, tool) {
      switch (param.kind) {
        case "path":
          ranked ??= rankPaths(pathsSeen(supply), supply.topic, extensionsNamed(supply.task.slice(0, 12_000)));
          return tool.changesThings ? [] : ranked;
        case "text": {
          const digest = supply.digest();
          return digest === "" ? [] : [digest];
        }
        case "expression":
          return expressionFrom(supply.sources, supply.topic, supply.task);
        case "count":
        case "search":
        case "query":
        case "sql":
        case "glob":
        case "directory":
        case "operator":
        case "condition":
        case "value":
        case "title":
          return [];
        default:
          return keyedValues(supply, param, tool);
      }
    },
  };
}

/** Every file that results and context speak of, with how often. */
function pathsSeen(supply: Supply): Map<string, number> {
  const seen = new Map<string, number>();
  const count = (path: string, times = 1): void => {
    const plain = path.replace(/^\.\//, "");
    if (plain !== "" && seen.size < 20_000) seen.set(plain, (seen.get(plain) ?? 0) + times);
  };
  for (const { findings } of supply.sources) {
    for (const list of findings.lists) if (list.kind === "paths") for (const item of list.items) count(item);
    for (const table of findings.tables)
      for (const column of table.columns)
        if (PATH_COLUMN.test(column)) for (const cell of columnOf(table, column) ?? []) count(cell);
    for (const fact of findings.facts)
      for (const path of pathsOf(fact.value)) if (path.kind === "path") count(path.text);
  }
  if (seen.size === 0)
    for (const text of supply.context)
      for (const path of pathsOf(text.slice(0, 60_000))) if (path.kind === "path") count(path.text);
  return seen;
}

const PATH_COLUMN = /^(?:file|path|filename|file_?path)s?$/i;

/** The cells of columns, and the facts, that carry the argument's name. */
function keyedValues(supply: Supply, param: Param, tool: ToolView): unknown[] {
  const ranked: { value: string; score: number }[] = [];
  for (const { call, findings } of supply.sources) {
    const maker = new Set(nameWords(call.tool).map(stem));
    for (const table of findings.tables) {
      const column = table.columns.find((name) => isKeyOf(name, param, { maker, target: tool.nameStems }));
      if (column !== undefined) ranked.push(...cells(table, column, supply.topic));
    }
    for (const list of findings.lists)
      if (isKeyOf(lastPart(list.key), param, { maker, target: tool.nameStems }))
        ranked.push(...list.items.map((value) => ({ value, score: overlap(supply.topic, value) })));
    for (const fact of findings.facts)
      if (isKeyOf(lastPart(fact.key), param, { maker, target: tool.nameStems }))
        ranked.push({ value: fact.value, score: 0.5 });
  }
  const best = Math.max(0, ...ranked.map((one) => one.score));
  const chosen = best >= 1 ? ranked.filter((one) => one.score >= best - 0.5) : ranked;
  return [...new Set(chosen.sort((one, other) => other.score - one.score).map((one) => one.value))].filter(
    (value) => value !== "",
  );
}

/** Rows that say more of the task come first. */
function cells(table: Table, column: string, topic: Topic): { value: string; score: number }[] {
  const values = columnOf(table, column) ?? [];
  return values.map((value, at) => ({
    value,
    score: overlap(topic, (table.rows[at] ?? []).join(" ").slice(0, 1_000)),
  }));
}

/** `id`, `order_id` and `orderId` name one thing for a tool about orders, or where orders came from. */
function isKeyOf(
  key: string,
  param: Param,
  words: { maker: ReadonlySet<string>; target: ReadonlySet<string> },
): boolean {
  const own = nameWords(key);
  const wanted = nameWords(param.name);
  if (own.join("") === "" || wanted.join("") === "") return false;
  if (own.map(stem).join(" ") === wanted.map(stem).join(" ")) return true;
  const [longer, shorter] = own.length > wanted.length ? [own, wanted] : [wanted, own];
  if (
    longer.length !== shorter.length + 1 ||
    longer.at(-1) !== shorter.at(-1) ||
    !/^(?:id|ids|code|key|number|no|name|url|email)$/.test(shorter.at(-1) ?? "")
  )
    return false;
  const noun = stem(longer[0] ?? "");
  return words.maker.has(noun) || words.target.has(noun);
}

function lastPart(key: string): string {
  return key.slice(key.lastIndexOf(".") + 1);
}
