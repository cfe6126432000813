import { z } from "zod";

import type { CommandModule } from "../command.ts";
import { readGiven, wholeNumber } from "../io/given.ts";
import { fileShape, filterOf, filterShape, tableOfMemories, withMemory } from "../memory/with-memory.ts";

const schema = z.strictObject({
  query: z.string().min(1),
  ...fileShape,
  ...filterShape,
  limit: wholeNumber.default(5),
});

export const run: CommandModule["run"] = async (given) => {
  const options = readGiven(schema, given);
  const { query, limit, file } = options;
  const { scope, user, kinds } = filterOf(options);
  return withMemory({ file }, async (memory) => {
    const items = await memory.recall(query, { scope, user, kinds, limit });
    return { data: { items }, lines: tableOfMemories(items) };
  });
};
