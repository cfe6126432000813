import { sentencesOf, textOf, type Section } from "./section.ts";

/** Sections by heading; what stands in a code fence is one unit, and no heading. */
export function readMarkdown(bytes: Uint8Array): Section[] {
  const sections: Section[] = [];
  const headings: string[] = [];
  let block = new Block();
  for (const line of textOf(bytes).split(/\r?\n/)) {
    const heading = block.isInFence ? null : /^ {0,3}(#{1,6})[ \t]+(.*)$/.exec(line);
    if (heading === null) {
      block.add(line);
      continue;
    }
    const level = (heading[1] ?? "").length;
    sections.push(...block.section(headings, level <= headings.length));
    block = new Block();
    headings.length = Math.min(headings.length, level - 1);
    headings.push(withoutClosing((heading[2] ?? "").trim()));
  }
  return [...sections, ...block.section(headings, true)];
}

/** Without the `#` that may close a heading; by hand, as a pattern would take ages for a line of nothing but them. */
function withoutClosing(heading: string): string {
  let end = heading.length;
  while (heading[end - 1] === "#") end -= 1;
  const isClosing = end === 0 || heading[end - 1] === " " || heading[end - 1] === "\t";
  return isClosing ? heading.slice(0, end).trimEnd() : heading;
}

/** The lines below one heading. */
class Block {
  readonly #units: string[] = [];
  #lines: string[] = [];
  #fence: string | undefined;

  get isInFence(): boolean {
    return this.#fence !== undefined;
  }

  add(line: string): void {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (this.#fence === undefined && mark !== undefined) {
      this.#endProse();
      this.#fence = mark;
      this.#lines.push(line);
    } else if (this.#fence !== undefined && mark?.startsWith(this.#fence) === true) {
      this.#lines.push(line);
      this.#endFence();
    } else this.#lines.push(line);
  }

  /** A heading with nothing below it, not even further headings, is what it says itself. */
  section(headings: readonly string[], isLast: boolean): Section[] {
    if (this.isInFence) this.#endFence();
    else this.#endProse();
    const isEmpty = this.#units.every((unit) => unit.trim() === "");
    const above = (isEmpty ? headings.slice(0, -1) : headings).filter((one) => one !== "").join(" > ");
    const units = isEmpty ? headings.slice(-1) : this.#units;
    if ((isEmpty && !isLast) || units.length === 0) return [];
    return [{ units, heading: above === "" ? undefined : above }];
  }

  #endProse(): void {
    if (this.#lines.length > 0) this.#units.push(...sentencesOf(`${this.#lines.join("\n")}\n`));
    this.#lines = [];
  }

  #endFence(): void {
    this.#units.push(`${this.#lines.join("\n")}\n`);
    this.#lines = [];
    this.#fence = undefined;
  }
}
