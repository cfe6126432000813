import { columnOf, type Findings } from "../results/findings.ts";
import type { Source } from "../results/sources.ts";
import { pathsOf } from "../text/paths.ts";

/** Every file that results and context speak of, with how often. */
export function pathsSeen({
  sources,
  context,
}: {
  readonly sources: readonly Source[];
  readonly context: readonly string[];
}): Map<string, number> {
  const paths = [
    ...sources.flatMap(({ findings }) => pathsIn(findings)),
    ...context.flatMap((text) => filesNamed(text.slice(0, 60_000))),
  ];
  const seen = new Map<string, number>();
  for (const path of paths.slice(0, MOST_PATHS)) {
    const plain = path.replace(/^\.\//, "");
    if (plain !== "") seen.set(plain, (seen.get(plain) ?? 0) + 1);
  }
  return seen;
}

const MOST_PATHS = 20_000;
const PATH_COLUMN = /^(?:file|path|filename|file_?path)s?$/i;

function pathsIn(findings: Findings): string[] {
  const listed = findings.lists.filter((list) => list.kind === "paths").flatMap((list) => list.items);
  const cells = findings.tables.flatMap((table) =>
    table.columns.filter((name) => PATH_COLUMN.test(name)).flatMap((name) => columnOf(table, name) ?? []),
  );
  return [...listed, ...cells, ...findings.facts.flatMap((fact) => filesNamed(fact.value))];
}

function filesNamed(text: string): string[] {
  return pathsOf(text).flatMap((path) => (path.kind === "path" ? [path.text] : []));
}
