import { open } from "node:fs/promises";

import type { Memory, MemoryFilter } from "@boathook/memory";
import { z } from "zod";

import type { CommandModule } from "../command.ts";
import { readGiven } from "../io/given.ts";
import { countOf, fileShape, filterOf, filterShape, withMemory } from "../memory/with-memory.ts";

const schema = z.strictObject({ ...fileShape, ...filterShape, out: z.string().min(1).optional() });

export const run: CommandModule["run"] = async (given) => {
  const options = readGiven(schema, given);
  const { out } = options;
  return withMemory(options, async (memory) => {
    if (out !== undefined) {
      const exported = await writeLines(memory, filterOf(options), out);
      return { data: { exported, file: out }, lines: [`Wrote ${countOf(exported)} to ${out}.`] };
    }
    const lines: string[] = [];
    for await (const line of memory.export(filterOf(options))) lines.push(line.trimEnd());
    return { data: { items: lines.map((line) => JSON.parse(line) as unknown) }, lines };
  });
};

/** Readable by nobody else: memories are about people. */
async function writeLines(memory: Memory, filter: MemoryFilter, out: string): Promise<number> {
  let count = 0;
  const handle = await open(out, "w", 0o600);
  try {
    for await (const line of memory.export(filter)) {
      await handle.write(`${line.trimEnd()}\n`);
      count += 1;
    }
  } finally {
    await handle.close();
  }
  return count;
}
