import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";

import { errorMessage, faultsOf, suggestName } from "@boathook/kernel";
import { isPlainObject } from "@boathook/hooks";
import { z } from "zod";

import type { Given } from "../command.ts";
import { UsageError } from "./failure.ts";

/** Reads what a command was given; everything wrong with it is one `UsageError`. */
export function readGiven<S extends z.ZodType>(schema: S, given: Given): z.output<S> {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  throw UsageError.ofFaults(faultsOf(read.error, schema).map((fault) => ({ ...fault, path: flagOf(fault.path) })));
}

/** As it is typed: `hookId` is `--hook-id`. */
function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** A whole number of an option. */
export const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, { error: "expected a whole number" })
  .transform(Number);

/** One of some names; any other one is refused with the nearest of them. */
export function nameOf<T extends string>(known: readonly T[], what: string): z.ZodType<T> {
  return z.string({ error: `give one ${what}` }).transform((given, context) => {
    const found = known.find((name) => name === given);
    if (found !== undefined) return found;
    const hint = suggestName(given, known);
    context.addIssue({
      code: "custom",
      message: `there is no ${what} "${given}"${hint === undefined ? "" : `; ${hint}`}`,
    });
    return z.NEVER;
  });
}

/** A JSON object of an option: itself, or what a file has that is named after an `@`. Nothing given is `{}`. */
export async function readObject(flag: string, given: string | undefined): Promise<Record<string, unknown>> {
  if (given === undefined) return {};
  const text = given.startsWith("@") ? await readText(flag, given.slice(1)) : given;
  let value: unknown;
  try {
    value = JSON.parse(text) as unknown;
  } catch (error) {
    throw new UsageError(`${flag}: expected a JSON object: ${errorMessage(error)}`);
  }
  if (!isPlainObject(value)) throw new UsageError(`${flag}: expected a JSON object, like {"topic":"tides"}`);
  return value;
}

/** The text of a file that an option names. */
export async function readText(flag: string, file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new UsageError(`${flag}: "${file}" cannot be read: ${errorMessage(error)}`);
  }
}

/** The full path of a file that must be there. */
export function existingFile(flag: string, file: string): string {
  const full = path.resolve(file);
  if (!existsSync(full)) throw new UsageError(`${flag}: there is no file "${file}"`);
  return full;
}
