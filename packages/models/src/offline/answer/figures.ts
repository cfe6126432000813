import { overlap, taskTopic, type Topic } from "../text/concepts.ts";
import { columnOf, type Fact, type Findings, type Table } from "../results/findings.ts";
import type { Source } from "../results/sources.ts";
import { nameWords } from "../text/words.ts";
import { counted, oneLine } from "./block.ts";
import { countOf, keyOf, nounOf, plain } from "./describe-table.ts";
import { subjectOfCall } from "./describe-call.ts";

/** Figures that the task asks for and that the results hold: how many, the most and least, totals and averages. */
export function figuresFor(sources: readonly Source[], task: string): string[] {
  const question = task.slice(0, 2_000);
  const topic = taskTopic(question);
  const tables = sources.flatMap(({ call, findings }) =>
    findings.tables
      .filter((table) => table.rows.length > 1)
      .map((table) => ({ ...table, key: keyOf(table, call.tool) })),
  );
  const found = [
    ...tables.flatMap((table) => tableFigures(table, question, topic)),
    ...countFigures(sources, question, topic),
    ...comparedCalls(sources, question, topic),
  ];
  return [...new Set(found)].slice(0, 4);
}

const MOST =
  /\b(?:(?<!\bat )most(?! (?:important|relevant|recent|likely|of))|highest|largest|biggest|maximum|max|longest|warmest|hottest|best|greatest|richest|oldest|fastest|tallest|expensive|warmer|higher|larger|bigger|hotter|top)\b/i;
const LEAST =
  /\b(?:(?<!\bat )least|lowest|smallest|minimum|min|shortest|coldest|worst|fewest|cheapest|youngest|slowest|colder|lower|smaller|cheaper|bottom)\b/i;
const TOTAL = /\b(?:total|sum|altogether|in all|combined|add up)\b/i;
const AVERAGE = /\b(?:average|mean)\b/i;

function tableFigures(table: Table, question: string, topic: Topic): string[] {
  const column = numericColumn(table, topic);
  if (column === undefined) return [];
  const numbers = (columnOf(table, column) ?? []).map(numberIn);
  const known = numbers.filter((one) => one !== undefined);
  const total = known.reduce((sum, one) => sum + one, 0);
  const rows = counted(known.length, nounOf(table.key));
  const rowOf = (value: number): string => rowName(table, column, numbers.indexOf(value));
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const figures: readonly (readonly [RegExp, string])[] = [
    [TOTAL, `Total${/^total$/i.test(column) ? "" : ` ${column}`}: ${plain(total)} (${rows}).`],
    [AVERAGE, `Average ${column}: ${plain(total / known.length)} (${rows}).`],
    [MOST, `Highest ${column}: ${plain(most)}${rowOf(most)}.`],
    [LEAST, `Lowest ${column}: ${plain(least)}${rowOf(least)}.`],
  ];
  return figures.filter(([asked]) => asked.test(question)).map(([, figure]) => figure);
}

/** The words of a row in brackets, to say which it is. */
function rowName(table: Table, column: string, at: number): string {
  const cells = table.columns.flatMap((name, n) => (name === column ? [] : [table.rows[at]?.[n] ?? ""]));
  const words = cells.filter((cell) => cell !== "" && numberIn(cell) === undefined).slice(0, 3);
  return words.length === 0 ? "" : ` (${oneLine(words.join(", "), 100)})`;
}

/** The column of numbers the question speaks of; the only one, when it speaks of none. */
function numericColumn(table: Table, topic: Topic): string | undefined {
  const numeric = table.columns.filter((column) => {
    const cells = (columnOf(table, column) ?? []).filter((cell) => cell !== "");
    return (
      cells.length > 1 && cells.every((cell) => numberIn(cell) !== undefined) && !/(?:^|_)(?:id|line|no)$/i.test(column)
    );
  });
  const ranked = numeric
    .map((column) => ({ column, score: overlap(topic, column) }))
    .sort((one, other) => other.score - one.score);
  return (ranked[0]?.score ?? 0) > 0 || numeric.length === 1 ? ranked[0]?.column : undefined;
}

function countFigures(sources: readonly Source[], question: string, topic: Topic): string[] {
  if (!/\bhow many\b/i.test(question)) return [];
  const isCount = (fact: Fact): boolean =>
    numberIn(fact.value) !== undefined && (COUNTS.test(fact.key) || overlap(topic, fact.key) >= 1);
  const told = sources.flatMap(({ findings }) =>
    findings.facts.filter(isCount).map((fact) => `${nameWords(fact.key).join(" ")}: ${fact.value}.`),
  );
  if (told.length > 0) return told;
  const counts = sources.flatMap(({ call, findings }) => countsOf(findings, call.tool));
  // Of several lists nothing says which was meant.
  return counts.length === 1 ? counts : [];
}

const COUNTS = /(?:^|\.|_)(?:count|total|number|size|length)/i;

function countsOf({ lists, tables }: Findings, tool: string): string[] {
  return [
    ...lists.map((list) => `${counted(list.items.length, list.kind === "paths" ? "file" : "item")}.`),
    ...tables.map((table) => `${countOf({ ...table, key: keyOf(table, tool) })}.`),
  ];
}

/** "Which is warmer?" asked of one value from each of several calls. */
function comparedCalls(sources: readonly Source[], question: string, topic: Topic): string[] {
  const wantsMost = MOST.test(question);
  if (sources.length < 2 || (!wantsMost && !LEAST.test(question))) return [];
  const values = sources.flatMap(({ call, findings }) => {
    const numeric = findings.facts.filter((fact) => numberIn(fact.value) !== undefined);
    const fact = numeric.find((one) => overlap(topic, one.key) > 0) ?? (numeric.length === 1 ? numeric[0] : undefined);
    const value = fact === undefined ? undefined : numberIn(fact.value);
    return fact === undefined || value === undefined
      ? []
      : [
          {
            name: subjectOfCall(
              call,
              sources.map((source) => source.call),
            ),
            key: fact.key,
            value,
            text: fact.value,
          },
        ];
  });
  if (values.length < 2 || values.some((one) => one.key !== values[0]?.key)) return [];
  const best = values.reduce((one, other) =>
    (wantsMost ? other.value > one.value : other.value < one.value) ? other : one,
  );
  return [`${wantsMost ? "Highest" : "Lowest"}${best.key === "" ? "" : ` ${best.key}`}: ${best.name} (${best.text}).`];
}

function numberIn(text: string): number | undefined {
  const match = /^\s*[^\p{L}\d\s-]{0,3}(-?\d[\d,]*(?:\.\d+)?)\s*(?:[^\d\s,;:./-]\D{0,14})?$/u.exec(text);
  if (match?.[1] === undefined || /\d{4}-\d{2}/.test(text)) return undefined;
  return Number(match[1].replaceAll(",", ""));
}
