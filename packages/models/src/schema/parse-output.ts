import type { StandardSchemaV1 } from "@standard-schema/spec";

import { excerpt } from "../ai-sdk/read-value.ts";

/** What came of reading an answer by a schema; `error` says what is wrong in words a model can act on. */
export type ParsedOutput<T = unknown> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string };

/**
 * Reads a model's text by a schema: the whole text as JSON, else a fenced block, else the widest part in braces or brackets. The first that
 * is JSON counts, whether or not it fits.
 */
export async function parseOutput<T>(schema: StandardSchemaV1<unknown, T>, text: string): Promise<ParsedOutput<T>> {
  const candidate = findJson(text);
  if (candidate === undefined) return { ok: false, error: `expected JSON, but the answer is: ${excerpt(text)}` };
  return validateOutput(schema, candidate.value);
}

/** Checks a value by a schema; on success the schema's own output (with its defaults and transformations). */
export async function validateOutput<T>(
  schema: StandardSchemaV1<unknown, T>,
  value: unknown,
): Promise<ParsedOutput<T>> {
  const result = await schema["~standard"].validate(value);
  if (result.issues === undefined) return { ok: true, value: result.value };
  return { ok: false, error: result.issues.map(describeIssue).join("; ") };
}

/** The JSON value in a text, when there is one. */
export function findJson(text: string): { readonly value: unknown } | undefined {
  return (
    tryJson(text) ??
    tryJson(/```(?:json)?\s*\n([\s\S]*?)\n\s*```/.exec(text)?.[1]) ??
    tryJson(between(text, "{", "}")) ??
    tryJson(between(text, "[", "]"))
  );
}

function tryJson(text: string | undefined): { readonly value: unknown } | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return undefined; // the caller tries the next reading
  }
}

function between(text: string, open: string, close: string): string | undefined {
  const start = text.indexOf(open);
  const end = text.lastIndexOf(close);
  return start === -1 || end < start ? undefined : text.slice(start, end + 1);
}

function describeIssue(issue: StandardSchemaV1.Issue): string {
  const path = (issue.path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join(".");
  return path === "" ? issue.message : `${path}: ${issue.message}`;
}
