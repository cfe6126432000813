import type { RunStream } from "@boathook/flow";
import { z } from "zod";

import type { CommandModule, Surroundings } from "../command.ts";
import { readGiven, readObject } from "../io/given.ts";
import { loadTarget } from "../target/load-target.ts";
import { answerOfRun } from "../target/result.ts";
import { runtimeShape, withRuntime } from "../target/with-runtime.ts";

const schema = z.strictObject({
  ...runtimeShape,
  inputs: z.string().optional(),
  runId: z.string().min(1).optional(),
  stream: z.boolean().optional(),
});

export const run: CommandModule["run"] = async (given, around) => {
  const options = readGiven(schema, given);
  const inputs = await readObject("--inputs", options.inputs);
  const { runId } = options;
  const how = { signal: around.signal, ...(runId !== undefined && { runId, durable: true }) };
  return withRuntime(options, async (runtime) => {
    const target = await loadTarget(options, runtime);
    const runner = target.kind === "crew" ? target.crew : target.flow;
    if (options.stream !== true) return answerOfRun(target.kind, await runner.kickoff(inputs, how));
    return answerOfRun(target.kind, await watched(runner.stream(inputs, how), around));
  });
};

/** A line per event; the text of models as it comes. */
async function watched(stream: RunStream<unknown>, { note }: Surroundings): Promise<unknown> {
  for await (const { channel, type, text } of stream)
    note(`${channel}: ${type}${text === undefined ? "" : ` ${text}`}`);
  return stream.result;
}
