import { z } from "zod";

import { ConfigurationError, type Fault } from "../errors/configuration-error.ts";
import { suggestName } from "../errors/suggest.ts";

/** What is being read, and where it stands in what was given. */
export interface ReadAt {
  /** Named in the error: `agent`, `crew "report"` … */
  readonly subject: string;
  /** Put before the path of each fault. Default none. */
  readonly path?: string;
}

/** Reads an options object by its schema; everything wrong with it is one `ConfigurationError` that names each path. */
export function readOptions<T>(schema: z.ZodType<T>, given: unknown, at: ReadAt): T {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new ConfigurationError(faultsOf(parsed.error, schema, at.path), { subject: at.subject });
}

/** The faults of a value that its schema refused; an unknown key comes with a suggestion. */
export function faultsOf(error: z.ZodError, schema: z.ZodType, base = ""): Fault[] {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return error.issues.flatMap((issue) => {
    const path = joinPath(base, ...issue.path);
    if (issue.code !== "unrecognized_keys") return [{ path, message: issue.message }];
    return issue.keys.map((key) =>
      unknownKey(joinPath(path, key), issue.path.length === 0 ? suggestName(key, known) : undefined),
    );
  });
}

/** The parts of a path, dotted. */
export function joinPath(...parts: readonly PropertyKey[]): string {
  return parts
    .map(String)
    .filter((part) => part !== "")
    .join(".");
}

/** A value that no schema describes: `is` says whether it is one, `what` names it in the fault. */
export function instanceLike<T>(what: string, is: (value: unknown) => boolean): z.ZodType<T> {
  return z.custom<T>(is, { error: (issue) => `expected ${what}, got ${kindOf(issue.input)}` });
}

function unknownKey(path: string, suggestion: string | undefined): Fault {
  return suggestion === undefined
    ? { path, message: "unknown option" }
    : { path, message: "unknown option", suggestion };
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? "a list" : typeof value;
}
