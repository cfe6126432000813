/** True for every error object, also one made in another realm (a worker, a test sandbox, Node's own `fs` errors). */
export function isError(value: unknown): value is Error {
  return Object.prototype.toString.call(value) === "[object Error]" || looksLikeError(value);
}

/** The text of anything that was thrown: an error's message, a string as it is, everything else as JSON or `String`. */
export function errorMessage(thrown: unknown): string {
  if (isError(thrown)) return thrown.message;
  if (typeof thrown === "string") return thrown;
  try {
    return JSON.stringify(thrown) ?? String(thrown);
  } catch {
    return Object.prototype.toString.call(thrown);
  }
}

function looksLikeError(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  // A DOMException (an aborted signal's reason) is an error by prototype, but not by tag.
  const candidate = value as { name?: unknown; message?: unknown; stack?: unknown };
  return typeof candidate.message === "string" && typeof candidate.name === "string" && "stack" in candidate;
}
