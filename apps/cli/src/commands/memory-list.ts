import type { MemoryRecord } from "@boathook/memory";
import { z } from "zod";

import type { CommandModule } from "../command.ts";
import { readGiven, wholeNumber } from "../io/given.ts";
import { fileShape, filterOf, filterShape, tableOfMemories, withMemory } from "../memory/with-memory.ts";

const schema = z.strictObject({ ...fileShape, ...filterShape, limit: wholeNumber.default(50) });

export const run: CommandModule["run"] = async (given) => {
  const options = readGiven(schema, given);
  return withMemory(options, async (memory) => {
    const newest: MemoryRecord[] = [];
    let total = 0;
    for await (const line of memory.export(filterOf(options))) {
      total += 1;
      newest.unshift(JSON.parse(line) as MemoryRecord); // what export wrote
      if (newest.length > options.limit) newest.pop();
    }
    const page = { total, hasMore: total > newest.length };
    const rest = page.hasMore ? [`… and ${total - newest.length} more (--limit).`] : [];
    return { data: { items: newest, page }, lines: [...tableOfMemories(newest), ...rest] };
  });
};
