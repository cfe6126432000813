import { open } from "node:fs/promises";

import { ConfigurationError, faultsOf, readSourceText, type Fault } from "@boathook/kernel";

import { profileSchema, type Profile } from "./profile-schema.ts";

/** A profile of more bytes than this is a mistake. */
const MAX_BYTES = 1024 * 1024;

/** A profile that was read, and the text that it was read from. */
export interface ReadProfile {
  readonly profile: Profile;
  readonly text: string;
}

/** Reads a profile (JSON, or YAML). Throws `ConfigurationError` with everything that is wrong, each with its file and line. */
export async function readProfileFile(file: string): Promise<ReadProfile> {
  const text = await readText(file);
  const source = readSourceText(text, file);
  if (source.faults.length > 0) throw refused(source.faults);
  if (source.value === undefined) throw refused([{ path: "", message: "the file is empty", file, line: 1 }]);
  const parsed = profileSchema.safeParse(source.value);
  if (parsed.success) return { profile: parsed.data, text };
  throw refused(
    faultsOf(parsed.error, profileSchema).map((fault) => ({ ...fault, ...source.placeOf(pathOf(fault.path)) })),
  );
}

/** Reads a profile that is written in code. */
export function readProfile(given: unknown): Profile {
  const parsed = profileSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw refused(faultsOf(parsed.error, profileSchema));
}

function refused(faults: readonly Fault[]): ConfigurationError {
  return new ConfigurationError(faults, { subject: "agent profile" });
}

/** One open file from the first byte to the last: what is read is never half of an old and half of a new one that was moved into its place. */
async function readText(file: string): Promise<string> {
  let bytes: Buffer;
  try {
    const handle = await open(file, "r");
    try {
      const { size } = await handle.stat();
      if (size > MAX_BYTES) throw tooLarge(file, size);
      bytes = await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (ConfigurationError.is(error)) throw error;
    const { code = "unknown" } = error as { code?: string }; // errors of the file system have one
    throw refused([{ path: "", message: `the file cannot be read (${code})`, file }]);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refused([{ path: "", message: "the file is not UTF-8 text", file }]);
  }
}

function tooLarge(file: string, size: number): ConfigurationError {
  return refused([{ path: "", message: `the file has ${size} bytes; at most ${MAX_BYTES} are read`, file }]);
}

function pathOf(path: string): readonly (string | number)[] {
  return path === "" ? [] : path.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}
