import { isPlainObject, type Inputs } from "@boathook/hooks";
import { errorMessage, raceSignal } from "@boathook/kernel";
import { validateOutput } from "@boathook/models";

import { TaskDataError, TaskVerificationError } from "../errors.ts";
import type { GraphTaskOptions } from "../graph/options.ts";

/** What a task is given, as its schema reads it. */
export async function readInputs(options: GraphTaskOptions, given: Inputs, signal: AbortSignal): Promise<Inputs> {
  const { id, inputSchema } = options;
  if (inputSchema === undefined) return given;
  const read = await raceSignal(validateOutput(inputSchema, given), signal);
  if (!read.ok) throw new TaskDataError(id, "inputs", read.error);
  if (!isPlainObject(read.value)) throw new TaskDataError(id, "inputs", "the schema gave no record");
  return read.value;
}

/** What a task gave, as its schema reads it. */
export async function readOutput(options: GraphTaskOptions, given: unknown, signal: AbortSignal): Promise<unknown> {
  const { id, outputSchema } = options;
  if (outputSchema === undefined) return given;
  const read = await raceSignal(validateOutput(outputSchema, given), signal);
  if (!read.ok) throw new TaskDataError(id, "output", read.error);
  return read.value;
}

/** Throws when the task's own check does not accept the output, or cannot be made. */
export async function verify(
  { id, verify: check }: GraphTaskOptions,
  output: unknown,
  signal: AbortSignal,
): Promise<void> {
  if (check === undefined) return;
  let answer: boolean | string | void;
  try {
    answer = await raceSignal(Promise.resolve(check(output, { signal })), signal);
  } catch (error) {
    throw new TaskVerificationError(id, errorMessage(error), { cause: error });
  }
  if (answer === false) throw new TaskVerificationError(id, "its check said no.");
  if (typeof answer === "string") throw new TaskVerificationError(id, answer);
}
