import { z } from "zod";

/** What a memory is: of this conversation (fades), of past work (stays), or of a person or thing (stays). */
export type MemoryKind = "short_term" | "long_term" | "entity";

/** All kinds, in order. */
export const MEMORY_KINDS: readonly MemoryKind[] = ["short_term", "long_term", "entity"];

/** One thing remembered. Times are milliseconds since 1970. */
export interface MemoryRecord {
  readonly id: string;
  readonly text: string;
  readonly kind: MemoryKind;
  /** Whose it is, as a path: `/crew/report/agent/writer`. */
  readonly scope: string;
  /** Plain JSON data. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** From 0 to 1. */
  readonly importance: number;
  readonly createdAt: number;
  /** From then on it is not found any more. */
  readonly expiresAt?: number | undefined;
}

/** A record that was found, best first. `score` is from 0 to 1. */
export interface MemoryMatch extends MemoryRecord {
  readonly score: number;
}

/** The schema of `MemoryRecord`: what `export` writes and `import` reads. */
export const memoryRecordSchema: z.ZodType<MemoryRecord> = z.strictObject({
  id: z.string().min(1).max(200).refine(isCleanText, "has characters that no database stores"),
  text: z.string().min(1),
  kind: z.enum(["short_term", "long_term", "entity"]),
  scope: z.string().refine(isScope, 'is no scope: "/" or a path like "/crew/report"'),
  metadata: z.record(z.string(), z.unknown()),
  importance: z.number().min(0).max(1),
  createdAt: z.number().int().nonnegative(),
  expiresAt: z.number().int().nonnegative().optional(),
});

/** True for `/` and for paths of non-empty parts, at most 1000 characters. */
export function isScope(value: string): boolean {
  return value === "/" || (value.length <= 1_000 && isCleanText(value) && /^(?:\/[^/]+)+$/.test(value));
}

/** False where a database would cut or change the text: at a NUL, and at half a character. */
function isCleanText(value: string): boolean {
  return !value.includes("\0") && value.search(HALF_CHARACTERS) === -1;
}

/** The text as it can be stored: NUL and half characters become U+FFFD. */
export function cleanText(value: string): string {
  return isCleanText(value) ? value : value.replaceAll("\0", "\uFFFD").replace(HALF_CHARACTERS, "\uFFFD");
}

const HALF_CHARACTERS = /\p{Cs}/gu;
