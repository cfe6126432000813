import { ConfigurationError, faultsOf } from "@boathook/kernel";
import { ToolFailure } from "@boathook/tools";
import { z } from "zod";

import { TaskOutput } from "../output/task-output.ts";

const count = z.number().default(0);

const storedSchema = z.object({
  raw: z.string(),
  parsed: z.unknown().optional(),
  format: z.enum(["raw", "json", "schema"]),
  name: z.string().optional(),
  description: z.string(),
  expectedOutput: z.string(),
  agentRole: z.string(),
  toolFailures: z.array(z.object({ message: z.string(), reason: z.string().min(1), code: z.string().optional() })),
  usage: z.object({
    inputTokens: count,
    outputTokens: count,
    totalTokens: count,
    cachedInputTokens: count,
    reasoningTokens: count,
    requests: count,
  }),
});

/** A task's output as it is kept: everything but the conversation that led to it. */
export function outputToStore(output: TaskOutput): unknown {
  const { raw, parsed, format, name, description, expectedOutput, agentRole, toolFailures, usage } = output;
  const failures = toolFailures.map(({ message, reason, code }) => ({ message, reason, code }));
  return { raw, parsed, format, name, description, expectedOutput, agentRole, toolFailures: failures, usage };
}

/** The output that was kept of a task. Something else in its place is a `ConfigurationError`. */
export function storedOutput(task: string, stored: unknown): TaskOutput {
  const read = storedSchema.safeParse(stored);
  if (!read.success)
    throw new ConfigurationError(faultsOf(read.error, storedSchema, task), { subject: "stored output" });
  const { toolFailures, ...fields } = read.data;
  return new TaskOutput({ ...fields, toolFailures: toolFailures.map((failure) => new ToolFailure(failure)) });
}
