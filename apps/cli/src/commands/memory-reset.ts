import { z } from "zod";

import type { CommandModule } from "../command.ts";
import { UsageError } from "../io/failure.ts";
import { readGiven } from "../io/given.ts";
import { countOf, fileShape, kindShape, withMemory } from "../memory/with-memory.ts";

const schema = z.strictObject({ ...fileShape, ...kindShape, yes: z.boolean().optional() });

export const run: CommandModule["run"] = async (given) => {
  const { kind, yes, ...options } = readGiven(schema, given);
  if (yes !== true) throw new UsageError("This removes memories for good; say --yes if you mean it.");
  return withMemory(options, async (memory) => {
    const removed = await memory.reset(kind);
    return { data: { removed }, lines: [`Removed ${countOf(removed)}.`] };
  });
};
