import { overlap, topicOf, type Topic } from "../text/concepts.ts";
import { oneLine, type Block, type Line } from "./block.ts";

/** Sorts points under the wanted headings: a block whose title fits goes whole, else each point goes where its words point. */
export function sortIntoSections(blocks: readonly Block[], names: readonly string[]): Block[] {
  const sections = names.map((name): Section => ({
    name,
    topic: topicOf(name),
    lines: [],
    isSummary: SUMMARY.test(name),
  }));
  const left: Line[] = [];
  for (const block of blocks) place(block, sections, left);
  const catchAll = sections.find((section) =>
    /\b(?:findings?|details?|analysis|results?|body|main|discussion)\b/i.test(section.name),
  );
  if (catchAll !== undefined) catchAll.lines.push(...left.splice(0));
  for (const section of sections) if (section.isSummary) section.lines.unshift(...summaryLines(section, blocks));
  const filled = sections.map((section) => ({
    title: section.name,
    lines: section.lines.length > 0 ? section.lines.slice(0, MOST_LINES) : [NOTHING],
  }));
  return left.length > 0 ? [...filled, { title: "Further findings", lines: left.slice(0, 8) }] : filled;
}

interface Section {
  readonly name: string;
  readonly topic: Topic;
  readonly lines: Line[];
  readonly isSummary: boolean;
}

const MOST_LINES = 14;
const SUMMARY =
  /\b(?:overview|summary|introduction|abstract|at a glance|key (?:findings|facts|points|takeaways)|highlights|conclusions?|outlook)\b/i;
const NOTHING: Line = { text: "Nothing in the results speaks to this.", kind: "prose", isLead: false };

function place(block: Block, sections: readonly Section[], left: Line[]): void {
  const titled = best(sections, (section) => overlap(section.topic, block.title));
  const isTitled = titled.score >= TITLED;
  let current = isTitled ? titled.section : undefined;
  for (const line of block.lines) {
    const own = best(sections, (section) => affinity(section, line));
    const needed = isTitled ? titled.score + 0.9 : line.isLead ? ENOUGH : CLEARLY;
    // What has no word of its own for any section stays with the point before it; a table always does.
    if (own.score >= needed && line.kind !== "table") current = own.section;
    else if (isTitled) current = titled.section;
    (current?.lines ?? left).push(line);
  }
}

const TITLED = 0.4;
const CLEARLY = 1;
const ENOUGH = 0.5;

/** How near a point is to a section: by what it is labelled with above all, for long points touch on many things; a file is near to what speaks of files. */
function affinity(section: Section, line: Line): number {
  const [, label = line.text.slice(0, 40)] = /^(?:\*\*|`)([^*`\n]{1,120})(?:\*\*|`)/.exec(line.text) ?? [];
  const rest = line.text.slice(label.length, 200);
  const byWords = 1.25 * overlap(section.topic, label) + 0.3 * overlap(section.topic, rest);
  if (!/\.\w{1,8}$/.test(label) || overlap(section.topic, "file") === 0) return byWords;
  // One file among all belongs to the key files rather than to the files.
  return Math.max(byWords, /\b(?:key|main|important|notable|core|central)\b/i.test(section.name) ? 3 : ENOUGH);
}

function best(
  sections: readonly Section[],
  score: (section: Section) => number,
): { section: Section | undefined; score: number } {
  let winner: { section: Section | undefined; score: number } = { section: undefined, score: 0 };
  for (const section of sections) {
    const own = score(section);
    if (own > winner.score) winner = { section, score: own };
  }
  return winner;
}

/** The points that sum up each block, for a section that sums up all. */
function summaryLines(section: Section, blocks: readonly Block[]): Line[] {
  const own = new Set(section.lines.map((line) => line.text));
  return blocks
    .flatMap((block) =>
      block.lines
        .filter((line) => line.isLead && line.kind !== "table" && !own.has(line.text) && !line.text.endsWith(":"))
        .slice(0, 1)
        .map((line) => ({ ...line, text: oneLine(line.text, 180), kind: "point" as const })),
    )
    .slice(0, 6);
}
