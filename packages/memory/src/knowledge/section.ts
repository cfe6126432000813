/** A part of a source that belongs together: chunks never reach across two. */
export interface Section {
  /** In order, each with the space after it: sentences, rows, fields. A chunk holds whole units, where they fit. */
  readonly units: readonly string[];
  /** The headings above it, joined. */
  readonly heading?: string | undefined;
  /** Of a PDF, from 1. */
  readonly page?: number | undefined;
}

/** How a source's bytes become sections. */
export type SectionReader = (bytes: Uint8Array) => Section[] | Promise<Section[]>;

/** UTF-8 text; anything else is refused instead of being indexed as rubbish. */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Error("it is no UTF-8 text", { cause: error });
  }
}

/** Sentences and paragraphs, each with the space after it. */
export function sentencesOf(text: string): string[] {
  const units: string[] = [];
  let start = 0;
  for (const match of text.matchAll(/[.!?]["')\]]{0,3}\s+|[。！？]\s*|\n[^\S\n]*\n\s*/g)) {
    const end = match.index + match[0].length;
    units.push(text.slice(start, end));
    start = end;
  }
  if (start < text.length) units.push(text.slice(start));
  return units;
}
