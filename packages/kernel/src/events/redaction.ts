import { describeError } from "../errors/boathook-error.ts";
import { isError } from "../errors/is-error.ts";
import { serviceKey } from "../services.ts";

/** What must never leave the process in clear, when an event, a log line or stored state is written. */
export interface Redaction {
  /** A field whose name matches is replaced whole. */
  readonly names: RegExp;
  /** What matches inside any text is replaced. */
  readonly patterns: readonly RegExp[];
}

/** What stands where a secret stood. */
export const REDACTED = "[REDACTED]";

/** The names and patterns that are redacted when nobody says otherwise. */
export const DEFAULT_REDACTION: Redaction = {
  names:
    /^(?:.*[_-])?(?:api[_-]?key|apikey|password|passwd|secret|client[_-]?secret|access[_-]?token|refresh[_-]?token|auth[_-]?token|token|authorization|cookie|private[_-]?key|credentials?)$|(?:ApiKey|Password|Secret|AccessToken|RefreshToken|AuthToken|PrivateKey)$/i,
  patterns: [
    /\bsk-[A-Za-z0-9_-]{16,}/g,
    /\bAKIA[0-9A-Z]{16}\b/g,
    /\bgh[pousr]_[A-Za-z0-9]{20,}/g,
    /\bxox[abprs]-[A-Za-z0-9-]{10,}/g,
    /\bBearer\s+[A-Za-z0-9._~+/-]{16,}=*/g,
    /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g,
  ],
};

/** The redaction of the current run. */
export const RedactionService = serviceKey<Redaction>("Redaction", () => DEFAULT_REDACTION);

/**
 * Any value as plain JSON data without secrets: errors become their description, dates ISO text, bytes their length, functions and `undefined`
 * are left out, a circular reference becomes `"[Circular]"`, and what lies deeper than 64 levels `"[Too deep]"`.
 */
export function toRedactedJson(value: unknown, redaction: Redaction = DEFAULT_REDACTION): unknown {
  return convert(value, { redaction, path: [] });
}

/** One text with every secret pattern replaced. */
export function redactText(text: string, redaction: Redaction = DEFAULT_REDACTION): string {
  return redaction.patterns.reduce((result, pattern) => result.replace(pattern, REDACTED), text);
}

interface Walk {
  readonly redaction: Redaction;
  readonly path: object[];
}

const MAX_DEPTH = 64;

function convert(value: unknown, walk: Walk): unknown {
  switch (typeof value) {
    case "string":
      return redactText(value, walk.redaction);
    case "number":
      return Number.isFinite(value) ? value : String(value);
    case "bigint":
      return value.toString();
    case "object":
      return value === null ? null : convertObject(value, walk);
    case "boolean":
      return value;
    case "undefined":
    case "function":
    case "symbol":
      return undefined;
  }
}

function convertObject(value: object, walk: Walk): unknown {
  if (walk.path.includes(value)) return "[Circular]";
  if (walk.path.length >= MAX_DEPTH) return "[Too deep]";
  walk.path.push(value);
  try {
    return convertContents(value, walk);
  } finally {
    walk.path.pop();
  }
}

function convertContents(value: object, walk: Walk): unknown {
  if (isError(value)) return convert(describeError(value), walk);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.map((item) => convert(item, walk) ?? null);
  if (value instanceof Map) return convert(Object.fromEntries(value), walk);
  if (value instanceof Set) return convert([...value], walk);
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === "function") return convert(toJSON.call(value) as unknown, walk);
  return convertRecord(value, walk);
}

function convertRecord(value: object, walk: Walk): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) {
    const converted =
      walk.redaction.names.test(key) && typeof field === "string" && field !== "" ? REDACTED : convert(field, walk);
    if (converted !== undefined)
      Object.defineProperty(result, key, { value: converted, enumerable: true, writable: true, configurable: true });
  }
  return result;
}
