import { isPromiseLike, raceSignal } from "@boathook/kernel";
import type { StandardSchemaV1 } from "@standard-schema/spec";

import type { Schema } from "../schema.ts";

const MAX_ISSUES = 10;

/** Reads a value by a schema, which may be asynchronous; the wait ends when `signal` aborts. */
export function validate<T>(
  schema: Schema<T>,
  value: unknown,
  signal: AbortSignal,
): StandardSchemaV1.Result<T> | Promise<StandardSchemaV1.Result<T>> {
  const result = schema["~standard"].validate(value);
  return isPromiseLike(result) ? raceSignal(result, signal) : result;
}

/** The first ten issues as one line a model can act on: each with its path. */
export function describeIssues(issues: readonly StandardSchemaV1.Issue[]): string {
  const lines = issues.slice(0, MAX_ISSUES).map(describeIssue);
  if (issues.length > MAX_ISSUES) lines.push(`and ${issues.length - MAX_ISSUES} more`);
  return lines.join("; ");
}

function describeIssue(issue: StandardSchemaV1.Issue): string {
  const path = (issue.path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join(".");
  return path === "" ? issue.message : `${path}: ${issue.message}`;
}
