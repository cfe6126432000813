import type { Crew } from "boathook";

/** Reads a run piece by piece. Leaving the loop cancels it. */
export async function watch(crew: Crew, say: (line: string) => void): Promise<string> {
  const stream = crew.stream({ plan: "a bridge" });
  for await (const frame of stream) {
    if (frame.type === "task_started") say(`-- ${frame.event?.taskName}`);
    if (frame.text !== undefined) say(frame.text);
  }
  return (await stream.result).raw;
}
