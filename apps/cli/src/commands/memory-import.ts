import { z } from "zod";

import type { CommandModule } from "../command.ts";
import { readGiven, readText } from "../io/given.ts";
import { countOf, fileShape, withMemory } from "../memory/with-memory.ts";

const schema = z.strictObject({ lines: z.string().min(1), ...fileShape });

export const run: CommandModule["run"] = async (given) => {
  const { lines, file } = readGiven(schema, given);
  const text = await readText("<lines>", lines);
  return withMemory({ file, createFile: true }, async (memory) => {
    const imported = await memory.import(text);
    return { data: { imported }, lines: [`Stored ${countOf(imported)}.`] };
  });
};
