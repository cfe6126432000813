import { ConfigurationError, suggestName, type Fault } from "@boathook/kernel";
import { z } from "zod";

/** Reads an options object by a strict schema; everything wrong with it is one `ConfigurationError`. */
export function readOptions<T>(schema: z.ZodType<T>, value: unknown, at: { subject: string; path?: string }): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.flatMap((issue) => toFaults(issue, schema, at.path ?? ""));
  throw new ConfigurationError(faults, { subject: at.subject });
}

function toFaults(issue: z.core.$ZodIssue, schema: z.ZodType, base: string): Fault[] {
  const path = join(base, issue.path);
  if (issue.code !== "unrecognized_keys") return [{ path, message: issue.message }];
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return issue.keys.map((key) => {
    const suggestion = suggestName(key, names);
    return { path: join(path, [key]), message: "unknown option", ...(suggestion === undefined ? {} : { suggestion }) };
  });
}

function join(base: string, rest: readonly PropertyKey[]): string {
  return [base, ...rest.map(String)].filter((part) => part !== "").join(".");
}
