import { ModelCallError } from "../errors/model-errors.ts";

/** The value as a record, or the error that says what came instead. */
export function readRecord(value: unknown, path: string): Record<string, unknown> {
  if (isRecord(value)) return value;
  throw unreadable(value, path, "an object");
}

/** The value as a list, or the error that says what came instead. */
export function readList(value: unknown, path: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw unreadable(value, path, "a list");
}

/** The value as a string, or the error that says what came instead. */
export function readText(value: unknown, path: string): string {
  if (typeof value === "string") return value;
  throw unreadable(value, path, "a string");
}

/** A count of tokens; what a provider does not tell (absent, null, NaN) counts as 0. */
export function readCount(value: unknown, path: string): number {
  if (value === undefined || value === null || Number.isNaN(value)) return 0;
  if (typeof value === "number" && value >= 0 && value < Infinity) return value;
  throw unreadable(value, path, "a number of tokens");
}

/** True for anything with string keys that is no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The first 200 characters of anything, for a message. */
export function excerpt(value: unknown): string {
  const text = textOf(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  // What JSON leaves out.
  if (value === undefined || typeof value === "function" || typeof value === "symbol") return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

function unreadable(value: unknown, path: string, expected: string): ModelCallError {
  return new ModelCallError(
    `The model object gave an answer that does not follow its specification: ${path} should be ${expected}, but is ${excerpt(value)}.`,
  );
}
