import { types } from "node:util";

/** True for every error object, also one made in another realm (a worker, a test sandbox, Node's own `fs` errors). */
export function isError(value: unknown): value is Error {
  return types.isNativeError(value) || looksLikeError(value);
}

/** The text of anything that was thrown: an error's message (its name when that is empty), a string as it is, everything else as JSON or `String`. */
export function errorMessage(thrown: unknown): string {
  try {
    return isError(thrown) ? textOfError(thrown) : textOf(thrown);
  } catch {
    return "something that cannot be shown";
  }
}

function textOfError(error: Error): string {
  // What is thrown may be made by hand: a message need not be a text.
  const { message, name } = error as { message: unknown; name: unknown };
  if (typeof message === "string" && message !== "") return message;
  return typeof message === "string" || message === undefined ? String(name) : textOf(message);
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  const json = typeof value === "object" ? (JSON.stringify(value) as string | undefined) : undefined;
  return json ?? String(value);
}

function looksLikeError(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  // A DOMException (an aborted signal's reason) is an error by prototype, but has no error's inner slot.
  const candidate = value as { name?: unknown; message?: unknown };
  return "stack" in value && typeof candidate.message === "string" && typeof candidate.name === "string";
}
