import { createRuntime, Flow, recordToFile, replayEvents, showOnConsole, Start, type ReplayResult } from "boathook";

/** A flow whose run is looked at later. */
class Tides extends Flow<Record<string, unknown>, string> {
  @Start() low(): string {
    return "low at six";
  }
}

/** Runs the flow once, and keeps its events. */
export async function record(file: string): Promise<void> {
  await using runtime = createRuntime({ use: [recordToFile(file)] });
  const flow = await runtime.flow(Tides);
  await flow.kickoff();
}

/** Shows the run as the console showed it, or would have. */
export async function replay(file: string, output: { write(text: string): unknown }): Promise<ReplayResult> {
  const recording = replayEvents(file);
  const stop = showOnConsole(recording.events, { output });
  const result = await recording.run();
  stop();
  return result;
}
