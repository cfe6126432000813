import { writeFile } from "node:fs/promises";

import { z } from "zod";

import type { CommandModule } from "../command.ts";
import { UsageError } from "../io/failure.ts";
import { readGiven } from "../io/given.ts";
import { loadTarget } from "../target/load-target.ts";
import { withRuntime } from "../target/with-runtime.ts";

const schema = z.strictObject({
  file: z.string(),
  out: z
    .string()
    .regex(/\.(?:html|mmd)$/, { error: "expected a file that ends in .html or .mmd" })
    .optional(),
  export: z.string().optional(),
  with: z.string().optional(),
});

export const run: CommandModule["run"] = async (given) => {
  const options = readGiven(schema, given);
  const { out } = options;
  return withRuntime({}, async (runtime) => {
    const target = await loadTarget(options, runtime);
    if (target.kind === "crew") throw new UsageError(`"${options.file}" is a crew; flow:plot draws flows.`);
    const { mermaid, html } = target.flow.plot();
    const { name } = target.flow;
    if (out === undefined) return { data: { name, mermaid }, lines: [mermaid.trimEnd()] };
    await writeFile(out, out.endsWith(".html") ? html : mermaid);
    return { data: { name, file: out }, lines: [`Wrote ${out}.`] };
  });
};
