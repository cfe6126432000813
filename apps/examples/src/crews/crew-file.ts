import { createRuntime, loadCrew, tool, type CrewOutput, type ModelSource } from "boathook";
import { z } from "zod";

/** A crew that stands in a file whole; code gives what the file names. */
export async function runDigest(llm: ModelSource): Promise<CrewOutput> {
  const lookUp = tool({
    name: "look_up",
    description: "Looks a word up",
    inputSchema: z.object({ word: z.string() }),
    execute: ({ word }) => `${word}: the sea comes and goes`,
  });
  const isShort = ({ raw }: { raw: string }) =>
    raw.length < 400 ? { ok: true as const } : { ok: false as const, error: "too long" };

  await using runtime = createRuntime({ llm });
  const crew = await loadCrew(new URL("../../config/crews/crew.yaml", import.meta.url), {
    tools: { lookUp },
    methods: { isShort },
    runtime,
  });
  return await crew.kickoff({ words: 30 });
}
