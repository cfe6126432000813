import { z } from "zod";

import type { CommandModule } from "../command.ts";
import { UsageError } from "../io/failure.ts";
import { readGiven } from "../io/given.ts";
import { countOf, fileShape, filterOf, filterShape, withMemory } from "../memory/with-memory.ts";

const schema = z.strictObject({
  ...fileShape,
  ...filterShape,
  id: z.array(z.string().min(1)).min(1).optional(),
  before: z
    .string()
    .refine((text) => !Number.isNaN(Date.parse(text)), { error: "expected a date, like 2026-01-31" })
    .optional(),
});

export const run: CommandModule["run"] = async (given) => {
  const { id, before, ...options } = readGiven(schema, given);
  const filter = {
    ...filterOf(options),
    ...(id !== undefined && { ids: id }),
    ...(before !== undefined && { before: Date.parse(before) }),
  };
  if (Object.keys(filter).length === 0) {
    throw new UsageError("Say which: --id, --scope, --user, --kind or --before. memory:reset removes everything.");
  }
  return withMemory(options, async (memory) => {
    const removed = await memory.forget(filter);
    return { data: { removed }, lines: [`Removed ${countOf(removed)}.`] };
  });
};
