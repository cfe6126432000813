import { decodeValue, UnknownRunError } from "@boathook/flow";
import type { Inputs } from "@boathook/hooks";
import { z } from "zod";

import type { CommandModule } from "../command.ts";
import { UsageError } from "../io/failure.ts";
import { readGiven } from "../io/given.ts";
import { loadTarget } from "../target/load-target.ts";
import { answerOfRun } from "../target/result.ts";
import { runtimeShape, withRuntime } from "../target/with-runtime.ts";
import { withStore } from "../target/with-store.ts";

const schema = z.strictObject({ ...runtimeShape, id: z.string().min(1), feedback: z.string().optional() });

export const run: CommandModule["run"] = async (given, { signal }) => {
  const options = readGiven(schema, given);
  const { id, feedback, store } = options;
  const found = await withStore(store, async (engine) => engine?.read(id));
  if (found === undefined) throw new UnknownRunError(id, store ?? "the recorded runs");
  if (found.status === "paused" && feedback === undefined) {
    throw new UsageError(`--feedback: run "${id}" waits for a person; say what it is to be told.`);
  }
  if (found.status !== "paused" && feedback !== undefined) {
    throw new UsageError(`--feedback: run "${id}" is ${found.status}; it waits for nobody.`);
  }
  return withRuntime(options, async (runtime) => {
    const target = await loadTarget(options, runtime);
    if (target.kind === "crew") {
      const inputs = decodeValue(found.inputs) as Inputs; // what a kickoff recorded
      return answerOfRun("crew", await target.crew.kickoff(inputs, { runId: id, durable: true, signal }));
    }
    const result =
      feedback === undefined
        ? await target.flow.kickoff({}, { runId: id, durable: true, signal })
        : await target.flow.resume(id, feedback, { signal });
    return answerOfRun("flow", result);
  });
};
