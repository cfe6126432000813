import type { Brief, PastCall } from "../brief.ts";
import { overlap, taskTopic, type Topic } from "../text/concepts.ts";
import { termsOf } from "../text/words.ts";
import type { Source } from "../results/sources.ts";
import { code, oneLine, point, type Block, type Line } from "./block.ts";
import { contextBlocks } from "./context-blocks.ts";
import { describeCalls, subjectOfCall } from "./describe-call.ts";
import { bareValues, isShort, statements } from "./direct.ts";
import { figuresFor } from "./figures.ts";
import { keySentences } from "./key-sentences.ts";
import { renderBlocks, renderLines, renderNested, withoutRepetition } from "./render.ts";
import { sortIntoSections } from "./sections.ts";
import { readShape, type Shape } from "./shape.ts";
import { titleOf } from "./title.ts";

/**
 * Writes the answer from what tools returned and earlier tasks found, in their words: nothing is in it that was not there,
 * save counts and sums of it. In Markdown, in the form the expected output asks for.
 */
export function writeAnswer(brief: Brief, sources: readonly Source[]): string {
  const shape = readShape(brief.expected, brief.task);
  const topic = taskTopic(`${brief.task.slice(0, 6_000)} ${brief.expected.slice(0, 1_000)}`);
  const refusals = brief.calls.filter((call) => call.failure !== undefined).map(refusal);
  const body = writeBody({ brief, sources, shape, topic });
  const told = refusals.length === 0 ? "" : renderLines(refusals.map(point));
  const origin = shape.isReport && body !== "" ? ORIGIN : "";
  return [body, told, origin].filter((part) => part !== "").join("\n\n") || nothingToSay(brief);
}

/** The body of an answer so far, `""` while there is nothing: what a text to be saved or sent consists of. */
export function writeDigest(brief: Brief, sources: readonly Source[]): string {
  const topic = taskTopic(brief.task.slice(0, 6_000));
  return writeBody({ brief, sources, shape: readShape(brief.expected, brief.task), topic });
}

interface Material {
  readonly brief: Brief;
  readonly sources: readonly Source[];
  readonly shape: Shape;
  readonly topic: Topic;
}

function writeBody(material: Material): string {
  const { brief, sources, shape } = material;
  const figures = figuresFor(sources, brief.task);
  const isReportOfMore = shape.sections.length > 0 || (shape.isReport && brief.context.length > 0);
  if (isShort(sources) && !isReportOfMore) return shortAnswer(sources, figures, shape);
  const blocks = withFigures(blocksOf(material), figures);
  if (blocks.length === 0) return "";
  if (shape.sections.length > 0) return document(material, sortIntoSections(blocks, shape.sections));
  if ((shape.items ?? shape.sentences) !== undefined) return chosenLines(material, blocks);
  return shape.form === "table" ? tableFirst(blocks) : document(material, blocks);
}

function shortAnswer(sources: readonly Source[], figures: readonly string[], shape: Shape): string {
  if (shape.form === "value") return bareValues(sources).join("\n");
  const told = [...figures, ...statements(sources)];
  if (told.length === 1 && shape.form !== "list") return told[0] ?? "";
  return told
    .slice(0, shape.items ?? told.length)
    .map((one) => `- ${one}`)
    .join("\n");
}

/** Results grouped by tool in the order of the calls, then what earlier tasks said; nothing twice. */
function blocksOf({ brief, sources, shape, topic }: Material): Block[] {
  const byTool = new Map<string, Source[]>();
  for (const source of sources) byTool.set(source.call.tool, [...(byTool.get(source.call.tool) ?? []), source]);
  const own = [...byTool].map(([tool, group]) => describeCalls(tool, group, topic));
  // Earlier answers are background to what tools returned now, but the matter of a report.
  const earlier = own.length === 0 || shape.isReport ? brief.context.flatMap(contextBlocks) : [];
  return withoutRepetition([...own, ...earlier]);
}

function withFigures(blocks: readonly Block[], figures: readonly string[]): Block[] {
  if (figures.length === 0) return [...blocks];
  return withoutRepetition([
    { title: "", lines: figures.map((text): Line => ({ text, kind: "point", isLead: true })) },
    ...blocks,
  ]);
}

/** All blocks under headings, shortened to the length that was asked for. */
function document({ brief, shape, topic }: Material, blocks: readonly Block[]): string {
  const fitted = shorten(blocks, shape.words ?? MOST_WORDS, topic);
  if (shape.form === "list" && !shape.isReport) return renderNested(fitted);
  const title = shape.isReport ? `# ${titleOf(brief)}\n\n` : "";
  const [only] = fitted;
  if (title === "" && fitted.length === 1 && only !== undefined && shape.sections.length === 0)
    return renderLines(only.lines);
  return `${title}${renderBlocks(fitted, 2)}`;
}

const ORIGIN = "_Put together by the offline model from what tools returned; no language model wrote it._";
const MOST_WORDS = 1_400;

/** Takes the points that say least of the task away until the words are few enough; every block keeps its first. */
function shorten(blocks: readonly Block[], words: number, topic: Topic): Block[] {
  const scored = blocks.flatMap((block, at) =>
    block.lines.map((line, n) => ({
      at,
      n,
      size: line.text.split(/\s+/).length,
      score: n === 0 ? 100 : overlap(topic, line.text) + (line.isLead ? 1 : 0) - n * 0.05,
    })),
  );
  let total = scored.reduce((sum, one) => sum + one.size, 0);
  if (total <= words) return [...blocks];
  const dropped = new Set<string>();
  for (const one of [...scored].sort((a, b) => a.score - b.score)) {
    if (total <= words || one.score >= 100) break;
    dropped.add(`${String(one.at)}:${String(one.n)}`);
    total -= one.size;
  }
  return blocks.map((block, at) => ({
    title: block.title,
    lines: block.lines.filter((_, n) => !dropped.has(`${String(at)}:${String(n)}`)),
  }));
}

/** The few points or sentences that say most of the task, in their order. */
function chosenLines({ shape, topic, sources }: Material, blocks: readonly Block[]): string {
  const told = tellingSentences(sources, topic);
  // Where tools returned running text, its own sentences say more than a description of it.
  const lines =
    told.length > 0 ? told.map(point) : blocks.flatMap((block) => block.lines.filter((line) => line.kind !== "table"));
  const most = shape.items ?? shape.sentences ?? lines.length;
  const scored = lines.map((line) => ({
    line,
    score: overlap(topic, line.text) + fullness(line.text) + (line.isLead ? 1.5 : 0),
  }));
  const best = new Set(
    scored
      .sort((one, other) => other.score - one.score)
      .slice(0, most)
      .map((one) => one.line),
  );
  const chosen = lines.filter((line) => best.has(line)).map((line) => line.text);
  return shape.items === undefined
    ? chosen.map((text) => oneLine(text, 400)).join(" ")
    : chosen.map((text) => `- ${text}`).join("\n");
}

/** Between two sentences on the matter, the one that says more of it. */
function fullness(text: string): number {
  return Math.min(termsOf(text).length, 10) * 0.1;
}

/** The key sentences of the running texts among the results: documents, and cells and values that are whole sentences. */
function tellingSentences(sources: readonly Source[], topic: Topic): string[] {
  const texts = sources.flatMap(({ findings }) => [
    ...findings.documents.map((document) => document.text),
    ...findings.tables.flatMap((table) => table.rows.slice(0, 50).flatMap((row) => row.filter(isSentence))),
    ...findings.facts.map((fact) => fact.value).filter(isSentence),
  ]);
  return [...new Set(texts.flatMap((text) => keySentences(text, topic, 6)))];
}

function isSentence(text: string): boolean {
  return text.length > 30 && /\s\S+\s\S+\s/.test(text) && /[.!?…]$/.test(text.trim());
}

function tableFirst(blocks: readonly Block[]): string {
  const tables = blocks.flatMap((block) => block.lines.filter((line) => line.kind === "table"));
  return renderLines(
    tables.length > 0
      ? [
          ...blocks.flatMap((block) => block.lines.filter((line) => line.kind !== "table" && line.isLead)).slice(0, 4),
          ...tables.slice(0, 3),
        ]
      : blocks.flatMap((block) => block.lines),
  );
}

function refusal(call: PastCall): string {
  const subject = subjectOfCall(call);
  const verb = /\b(?:blocked|skipped|limit|not found|denied)\b/i.test(call.failure ?? "") ? "was not done" : "failed";
  return `${code(call.tool)}${subject === "" ? "" : ` (${subject})`} ${verb}: ${call.failure ?? ""}`;
}

/** Honest about having nothing to extract from. */
function nothingToSay(brief: Brief): string {
  const task = oneLine(brief.task, 160);
  const gave = brief.calls.length > 0 ? "the tools returned nothing" : "no tool was called and no context was given";
  return `The offline model only extracts answers from what tools return, and ${gave}${task === "" ? "" : ` for: ${task}`}`;
}
