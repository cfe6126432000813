import { ConfigurationError, suggestName, type Fault } from "@boathook/kernel";
import { z } from "zod";

/** Reads an options object by a strict schema; everything wrong with it is one `ConfigurationError` that names each path. */
export function readOptions<T>(schema: z.ZodType<T>, given: unknown, subject: string): T {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new ConfigurationError(
    parsed.error.issues.flatMap((issue) => faultsOf(issue, schema)),
    { subject },
  );
}

/** A value that no schema describes; `is` says whether it is one. */
export function instanceLike<T>(what: string, is: (value: unknown) => boolean): z.ZodType<T> {
  return z.custom<T>(is, { error: `expected ${what}` });
}

function faultsOf(issue: z.core.$ZodIssue, schema: z.ZodType): Fault[] {
  if (issue.code !== "unrecognized_keys") return [{ path: issue.path.join("."), message: issue.message }];
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return issue.keys.map((key) => {
    const suggestion = suggestName(key, known);
    const fault = { path: [...issue.path, key].join("."), message: "unknown option" };
    return suggestion === undefined ? fault : { ...fault, suggestion };
  });
}
