import type { Block, Line } from "./block.ts";

/** Points as Markdown: bullets, tables with a blank line around them, prose as a paragraph. */
export function renderLines(lines: readonly Line[]): string {
  const parts: string[] = [];
  let last: Line["kind"] | undefined;
  for (const line of lines) {
    if (line.kind === "point") parts.push(`${last === undefined || last === "point" ? "" : "\n"}- ${line.text}`);
    else if (line.kind === "table") parts.push(`${last === undefined ? "" : "\n"}${line.text}`);
    else if (last === "prose") parts.push(`${parts.pop() ?? ""} ${line.text}`);
    else parts.push(`${last === undefined ? "" : "\n"}${line.text}`);
    last = line.kind;
  }
  return parts.join("\n");
}

/** Blocks as Markdown under headings of the given level; a block without a title comes without a heading. */
export function renderBlocks(blocks: readonly Block[], level: number): string {
  return blocks
    .filter((block) => block.lines.length > 0)
    .map((block) =>
      block.title === ""
        ? renderLines(block.lines)
        : `${"#".repeat(level)} ${block.title}\n\n${renderLines(block.lines)}`,
    )
    .join("\n\n");
}

/** Blocks as one bullet list: a block's title and first point, and under it the others. */
export function renderNested(blocks: readonly Block[]): string {
  const parts = blocks.flatMap((block) => {
    const [first, ...rest] = block.lines;
    if (first === undefined) return [];
    if (block.title === "" || blocks.length === 1) return [renderLines(block.lines)];
    const isInline = first.kind !== "table";
    const head = isInline ? `- **${block.title}**: ${first.text}` : `- **${block.title}**:`;
    return [
      [
        head,
        ...(isInline ? rest : block.lines).map((line) =>
          line.kind === "table" ? `\n${indent(line.text)}\n` : `  - ${line.text}`,
        ),
      ].join("\n"),
    ];
  });
  return parts.join("\n");
}

function indent(text: string): string {
  return text.replace(/^/gm, "  ");
}

/** A point by its words alone; one file, read twice to different lengths, is one file. */
function sameWords(text: string): string {
  const plain = text.replace(/^(\*\*[^*]+\*\*: )[\d,]+ lines?\. (.{0,60}).*$/s, "$1$2");
  return plain
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Blocks without lines that were said before, word for word or in the same words. */
export function withoutRepetition(blocks: readonly Block[]): Block[] {
  const seen = new Set<string>();
  return blocks
    .map((block) => ({
      title: block.title,
      lines: block.lines.filter((line) => {
        const key = sameWords(line.text);
        if (key === "" || seen.has(key)) return false;
        seen.add(key);
        return true;
      }),
    }))
    .filter((block) => block.lines.length > 0);
}
