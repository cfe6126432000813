import { readOptions } from "@boathook/kernel";

import { rememberedSchema, type Extract, type FinishedWork, type Remembered } from "./memory-options.ts";

/** How much of a result is kept: enough to be found and to remind, not a second copy of every document. */
const LONGEST_RESULT = 4_000;

/** What is kept of finished work: what the user's function says, else one memory with the task and its result. */
export async function extracted(work: FinishedWork, extract: Extract | undefined): Promise<readonly Remembered[]> {
  const given = await extract?.(work);
  if (given === undefined) return [wholeWork(work)];
  return readOptions(rememberedSchema, given, { subject: "what `extract` gave" });
}

function wholeWork({ task, result, agentRole }: FinishedWork): Remembered {
  const end = result.length > LONGEST_RESULT ? " …" : "";
  return {
    text: `Task: ${task}\nResult: ${result.slice(0, LONGEST_RESULT)}${end}`,
    kind: "long_term",
    metadata: { task, agent: agentRole },
  };
}
