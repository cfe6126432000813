import type { Section } from "./section.ts";

/** How long chunks are, in characters. */
export interface ChunkSize {
  readonly size: number;
  /** How much of the chunk before a chunk begins with, at most; only whole units. */
  readonly overlap: number;
}

/** A piece of a source, as it is indexed. */
export interface Chunk {
  readonly text: string;
  readonly heading?: string | undefined;
  readonly page?: number | undefined;
}

/** Cuts sections into chunks: as many whole units as fit, beginning with the last ones of the chunk before. */
export function chunksOf(sections: readonly Section[], size: ChunkSize): Chunk[] {
  return sections.flatMap((section) => {
    const { heading, page } = section;
    const rest = { ...(heading === undefined ? {} : { heading }), ...(page === undefined ? {} : { page }) };
    return packed(section.units, size).map((body) => ({
      text: heading === undefined ? body : `${heading}\n\n${body}`,
      ...rest,
    }));
  });
}

function packed(units: readonly string[], { size, overlap }: ChunkSize): string[] {
  const chunks: string[] = [];
  let current: string[] = [];
  let length = 0;
  let isFresh = true; // only what was carried over is in it
  for (const unit of units.flatMap((one) => (one.length > size ? cut(one, size) : [one]))) {
    if (!isFresh && length + unit.trimEnd().length > size) {
      chunks.push(current.join(""));
      current = carriedOver(current, Math.min(overlap, size - unit.trimEnd().length));
      length = lengthOf(current);
    }
    current.push(unit);
    length += unit.length;
    isFresh = false;
  }
  chunks.push(current.join(""));
  return chunks.map((chunk) => chunk.trim()).filter((chunk) => chunk !== "");
}

function carriedOver(units: readonly string[], most: number): string[] {
  let from = units.length;
  for (let length = 0; from > 0; from -= 1) {
    length += units[from - 1]?.length ?? 0;
    if (length > most) break;
  }
  return units.slice(from);
}

function lengthOf(units: readonly string[]): number {
  return units.reduce((sum, unit) => sum + unit.length, 0);
}

/** A unit that is too long by itself: at a space where there is one, never inside of a character. */
function cut(unit: string, size: number): string[] {
  const parts: string[] = [];
  let start = 0;
  while (unit.length - start > size) {
    const space = unit.lastIndexOf(" ", start + size);
    let end = space > start + size / 2 ? space + 1 : start + size;
    if (/[\uD800-\uDBFF]/.test(unit.charAt(end - 1))) end -= 1;
    if (end <= start) end = start + 2; // a size of one character, and a character of two halves
    parts.push(unit.slice(start, end));
    start = end;
  }
  parts.push(unit.slice(start));
  return parts;
}
