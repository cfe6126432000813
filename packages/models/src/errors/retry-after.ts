/** How long a service asked to wait, in ms from `now`: `retry-after-ms`, or `retry-after` in seconds or as a date. */
export function readRetryAfter(headers: unknown, now: number): number | undefined {
  if (typeof headers !== "object" || headers === null) return undefined;
  const milliseconds = Number.parseFloat(header(headers, "retry-after-ms"));
  if (milliseconds >= 0) return milliseconds;
  const text = header(headers, "retry-after").trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  // HTTP dates begin with a weekday; Date.parse alone would take almost anything for a date.
  const date = /^[a-z]{3,9},? /i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function header(headers: object, name: string): string {
  for (const [key, value] of Object.entries(headers)) {
    if (key.toLowerCase() === name && typeof value === "string") return value;
  }
  return "";
}
