import { z } from "zod";

import type { CommandModule } from "../command.ts";
import { UsageError } from "../io/failure.ts";
import { readGiven, readObject, wholeNumber } from "../io/given.ts";
import { loadTarget } from "../target/load-target.ts";
import { answerOfRun } from "../target/result.ts";
import { runtimeShape, withRuntime } from "../target/with-runtime.ts";

const schema = z.strictObject({
  ...runtimeShape,
  inputs: z.string().optional(),
  runId: z.string().min(1).optional(),
  task: z.string().min(1).optional(),
  step: wholeNumber.optional(),
});

export const run: CommandModule["run"] = async (given, { signal }) => {
  const options = readGiven(schema, given);
  const inputs = options.inputs === undefined ? undefined : await readObject("--inputs", options.inputs);
  const { runId, task, step } = options;
  return withRuntime(options, async (runtime) => {
    const target = await loadTarget(options, runtime);
    if (target.kind === "crew") {
      if (task === undefined) throw new UsageError("--task: name the task that a crew's replay begins with.");
      const from = { ...(runId !== undefined && { runId }), ...(inputs !== undefined && { inputs }), signal };
      return answerOfRun("crew", await target.crew.replay(task, from));
    }
    if (step === undefined || runId === undefined) {
      throw new UsageError("--run-id, --step: name the run, and the step that a flow's replay begins after.");
    }
    const how = { forkFrom: runId, step, signal, durable: true };
    return answerOfRun("flow", await target.flow.kickoff(inputs ?? {}, how));
  });
};
