import { registerCodec } from "@boathook/flow";
import { ConfigurationError } from "@boathook/kernel";
import { usageOf, type TokenUsage } from "@boathook/models";
import { isPlainObject } from "@boathook/hooks";

import { outputToStore, storedOutput } from "../outputs/stored-output.ts";
import { CrewOutput } from "./crew-output.ts";
import { TaskOutput } from "./task-output.ts";

// How outputs are kept in records of runs: everything but the conversations that led to them.
registerCodec<TaskOutput>({
  tag: "task-output/1",
  is: (value) => TaskOutput.is(value),
  encode: outputToStore,
  decode: (stored) => storedOutput("", stored),
});

registerCodec<CrewOutput>({
  tag: "crew-output/1",
  is: (value) => CrewOutput.is(value),
  encode: ({ tasksOutput, usage, executionId }) => ({ tasksOutput, usage, executionId }),
  decode: (stored) => {
    if (
      !isPlainObject(stored) ||
      !Array.isArray(stored.tasksOutput) ||
      !stored.tasksOutput.every((one) => TaskOutput.is(one))
    )
      throw new ConfigurationError([{ path: "", message: "expected a crew's output" }], { subject: "stored output" });
    const tasksOutput: readonly TaskOutput[] = stored.tasksOutput;
    const { executionId, usage } = stored;
    const counts = isPlainObject(usage) ? (usage as Partial<TokenUsage>) : {}; // counts, as they were written
    return new CrewOutput({ tasksOutput, usage: usageOf(counts), executionId: String(executionId) });
  },
});
