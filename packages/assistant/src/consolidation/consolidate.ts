import type { Memory } from "@boathook/memory";
import { z } from "zod";

/** What a consolidation did. */
export interface ConsolidationReport {
  /** Memories whose text another one has, too. */
  readonly merged: number;
  /** Memories whose time was over. */
  readonly expired: number;
  readonly kept: number;
}

const record = z.object({
  id: z.string(),
  text: z.string(),
  scope: z.string(),
  kind: z.string(),
  expiresAt: z.number().optional(),
  createdAt: z.number(),
});

/**
 * Tidies a memory up: of texts that say the same (but for case, spaces and punctuation) in one scope the newest stays, and what has expired goes. Nothing is
 * removed that is not there a second time or over: a process that is killed in the middle has lost nothing, and the next run goes on.
 */
export async function consolidate(memory: Memory, scope: string, now: number): Promise<ConsolidationReport> {
  const newest = new Map<string, z.infer<typeof record>>();
  const merged: string[] = [];
  const expired: string[] = [];
  for await (const line of memory.export({ scope })) {
    const one = record.parse(JSON.parse(line));
    if (one.expiresAt !== undefined && one.expiresAt <= now) {
      expired.push(one.id);
      continue;
    }
    const key = JSON.stringify([one.scope, one.kind, plain(one.text)]);
    const other = newest.get(key);
    if (other !== undefined) merged.push(other.createdAt <= one.createdAt ? other.id : one.id);
    if (other === undefined || other.createdAt <= one.createdAt) newest.set(key, one);
  }
  for (const ids of [merged, expired]) if (ids.length > 0) await memory.forget({ ids });
  return { merged: merged.length, expired: expired.length, kept: newest.size };
}

function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
