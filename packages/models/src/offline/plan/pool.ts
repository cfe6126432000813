import type { Topic } from "../text/concepts.ts";
import { extensionsNamed } from "../text/paths.ts";
import type { Source } from "../results/sources.ts";
import type { Kind } from "./kinds.ts";
import { keyedValues } from "./keyed-values.ts";
import { pathsSeen } from "./paths-seen.ts";
import { expressionFrom } from "./pool-expression.ts";
import { rankPaths } from "./rank-paths.ts";
import type { Param, ToolView } from "./tool-view.ts";

/** What earlier calls and tasks gave, as a supply of arguments. */
export interface Pool {
  readonly isEmpty: boolean;
  /** The columns of every table seen. */
  readonly columns: readonly string[];
  /** The files that results and context speak of. */
  readonly files: ReadonlySet<string>;
  /** Values for an argument, the most relevant first. */
  offer(param: Param, tool: ToolView): readonly unknown[];
}

/** What a pool is made of. */
export interface Supply {
  readonly sources: readonly Source[];
  readonly context: readonly string[];
  readonly task: string;
  readonly topic: Topic;
  /** The answer that could be written of what is known so far: what a text to be sent or saved consists of. */
  digest(): string;
}

/** Makes a supply of arguments from results and context. */
export function poolOf(supply: Supply): Pool {
  const columns = supply.sources.flatMap(({ findings }) => findings.tables.flatMap((table) => table.columns));
  const seen = pathsSeen(supply);
  let ranked: string[] | undefined;
  const paths = (): string[] =>
    (ranked ??= rankPaths(seen, supply.topic, extensionsNamed(supply.task.slice(0, 12_000))));
  return {
    isEmpty: supply.sources.length === 0 && supply.context.length === 0,
    columns: [...new Set(columns)],
    files: new Set(seen.keys()),
    offer(param, tool) {
      if (param.kind === "path") return tool.changesThings ? [] : paths();
      if (param.kind === "text") return [supply.digest()].filter((text) => text !== "");
      if (param.kind === "expression") return expressionFrom(supply.sources, supply.topic, supply.task);
      return FROM_TASK.has(param.kind) ? [] : keyedValues(supply, param, tool);
    },
  };
}

/** Kinds that only the task can decide. */
const FROM_TASK: ReadonlySet<Kind> = new Set<Kind>([
  "count",
  "search",
  "query",
  "sql",
  "glob",
  "directory",
  "operator",
  "condition",
  "title",
]);
