import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { ConfigurationError, errorMessage, faultsOf } from "@boathook/kernel";
import { z } from "zod";

const trainedSchema = z.record(
  z.string(),
  z.strictObject({
    suggestions: z.array(z.string().min(1)),
    summary: z.string(),
    trainedAt: z.iso.datetime(),
  }),
);

/** What training taught, by the role of the agent as it was declared. */
export type Trained = Readonly<z.infer<typeof trainedSchema>>;

/** Reads a file of suggestions. One that is not there, or holds something else, is a `ConfigurationError`. */
export async function readTrained(file: string): Promise<Trained> {
  try {
    const read = trainedSchema.safeParse(JSON.parse(await readFile(file, "utf8")));
    if (read.success) return read.data;
    throw new ConfigurationError(faultsOf(read.error, trainedSchema), { subject: `training file ${file}` });
  } catch (error) {
    if (ConfigurationError.is(error)) throw error;
    const fault = { path: "", message: `the file cannot be read: ${errorMessage(error)}` };
    throw new ConfigurationError([fault], { subject: `training file ${file}`, cause: error });
  }
}

/** As `readTrained`; nothing where there is no such file yet. */
export async function readTrainedIfThere(file: string): Promise<Trained> {
  try {
    return await readTrained(file);
  } catch (error) {
    const { code } = (error as { cause?: { code?: unknown } }).cause ?? {};
    if (code === "ENOENT") return {};
    throw error;
  }
}

/** Writes the file in one step: readers see the old one or the new one. */
export async function writeTrained(file: string, trained: Trained): Promise<void> {
  await mkdir(path.dirname(path.resolve(file)), { recursive: true });
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, `${JSON.stringify(trained, undefined, 2)}\n`, "utf8");
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
