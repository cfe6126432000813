import { overlap, type Topic } from "../text/concepts.ts";
import type { Source } from "../results/sources.ts";
import { columnOf } from "../results/findings.ts";

/** A calculation over the numbers that results gave, when the task asks for their total, average or difference. */
export function expressionFrom(sources: readonly Source[], topic: Topic, task: string): string[] {
  const write = OPERATIONS.find(([asked]) => asked.test(task))?.[1];
  if (write === undefined) return [];
  const numbers = numericColumn(sources, topic) ?? numericFacts(sources, topic);
  return numbers.length < 2 || numbers.length > 60 ? [] : write(numbers);
}

const OPERATIONS: readonly (readonly [RegExp, (numbers: readonly string[]) => string[]])[] = [
  [/\b(?:average|mean)\b/i, (numbers) => [`(${numbers.join(" + ")}) / ${String(numbers.length)}`]],
  [/\bdifference\b/i, (numbers) => (numbers.length === 2 ? [numbers.join(" - ")] : [])],
  [/\b(?:total|sum|add (?:up|them|the)|together|altogether)\b/i, (numbers) => [numbers.join(" + ")]],
];

/** The cells of the numeric column the task speaks of. */
function numericColumn(sources: readonly Source[], topic: Topic): string[] | undefined {
  for (const { findings } of sources) {
    for (const table of findings.tables) {
      for (const column of table.columns) {
        const cells = columnOf(table, column) ?? [];
        if (
          overlap(topic, column) >= 0.4 &&
          !/(?:^|_)(?:id|no|line)$/i.test(column) &&
          cells.length > 1 &&
          cells.every((cell) => numberIn(cell) !== undefined)
        )
          return cells.map((cell) => numberIn(cell) ?? "0");
      }
    }
  }
  return undefined;
}

/** The number each of several results gave for the thing the task speaks of. */
function numericFacts(sources: readonly Source[], topic: Topic): string[] {
  return sources.flatMap(({ findings }) => {
    const numeric = findings.facts.filter(
      (fact) => numberIn(fact.value) !== undefined && findings.documents.length === 0,
    );
    const named =
      numeric.find((fact) => overlap(topic, fact.key) >= 0.4) ?? (numeric.length === 1 ? numeric[0] : undefined);
    return named === undefined ? [] : [numberIn(named.value) ?? "0"];
  });
}

function numberIn(text: string): string | undefined {
  const match = /^[€$£¥]?\s?(-?\d[\d,]*(?:\.\d+)?)(?:\s*[^\d\s]\S{0,11})?$/.exec(text.trim());
  return match?.[1]?.replaceAll(",", "");
}
