import { descriptionOf } from "../schema/view.ts";
import type { ToolView } from "./tool-view.ts";

/** The column names a tool's descriptions list ("columns: city, amount", "with the columns `a` and `b`"), else those seen in results. */
export function knownColumns(tool: ToolView, seen: readonly string[]): string[] {
  const columns = new Set<string>();
  for (const text of [tool.description, ...tool.params.map((param) => descriptionOf(param.schema))]) {
    for (const match of text.slice(0, 4_000).matchAll(LISTED))
      for (const name of split(match[1] ?? "")) columns.add(name);
  }
  // A tool that lists its columns has no others.
  return columns.size > 0 ? [...columns] : [...seen];
}

const LISTED =
  /\b(?:columns?|fields?|headers?)\b(?:\s+(?:are|is|named|called|include|available|names?))*\s*[:=(]?\s*((?:["'`]?[\p{L}_][\p{L}\p{N}_]*["'`]?\s*(?:,\s*(?:and\s+|or\s+)?|\band\b\s*|\bor\b\s*|\/\s*))+["'`]?[\p{L}_][\p{L}\p{N}_]*["'`]?)/giu;

function split(listed: string): string[] {
  return listed
    .split(/\s*,\s*(?:and\s+|or\s+)?|\s+and\s+|\s+or\s+|\s*\/\s*/)
    .map((name) => name.replace(/["'`\s]/g, ""))
    .filter((name) => name !== "" && name.length < 40);
}
