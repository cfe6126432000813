import { Memory, type MemoryFilter, type MemoryRecord } from "@boathook/memory";
import { z } from "zod";

import { nameOf } from "../io/given.ts";
import { tableOf, timeOf } from "../io/table.ts";

/** The option that says which memory. */
export const fileShape = { file: z.string().min(1).optional() };

const kind = nameOf(["short_term", "long_term", "entity"], "kind");

/** The option that says which kinds. */
export const kindShape = { kind: z.array(kind).min(1).optional() };

/** The options that say which memories. */
export const filterShape = { scope: z.string().optional(), user: z.string().min(1).optional(), ...kindShape };

/** Their meaning. */
export function filterOf(given: z.output<z.ZodObject<typeof filterShape>>): MemoryFilter {
  const { scope, user, kind: kinds } = given;
  return {
    ...(scope !== undefined && { scope }),
    ...(user !== undefined && { user }),
    ...(kinds !== undefined && { kinds }),
  };
}

/** Opens a memory, and closes it. Only `createFile` makes a file that is not there. */
export async function withMemory<T>(
  { file, createFile = false }: { readonly file?: string | undefined; readonly createFile?: boolean },
  work: (memory: Memory) => Promise<T>,
): Promise<T> {
  const memory = new Memory({ ...(file !== undefined && { file }), createFile });
  try {
    return await work(memory);
  } finally {
    await memory.close();
  }
}

/** Memories for people. */
export function tableOfMemories(items: readonly (MemoryRecord & { readonly score?: number })[]): readonly string[] {
  return tableOf(
    ["ID", "KIND", "SCOPE", "MADE (UTC)", "TEXT"],
    items.map(({ id, kind: sort, scope, createdAt, text }) => [id, sort, scope, timeOf(createdAt), text]),
    "There are no memories.",
  );
}

/** `1 memory`, `2 memories`. */
export function countOf(count: number): string {
  return count === 1 ? "1 memory" : `${count} memories`;
}
