import { types } from "node:util";

import { describeError } from "../errors/boathook-error.ts";
import { isError } from "../errors/is-error.ts";
import { DEFAULT_REDACTION, isSecretName, REDACTED, redactText, type Redaction } from "./redaction.ts";

/**
 * Any value as plain JSON data without secrets: errors become their description, dates ISO text, bytes their length, functions and `undefined`
 * are left out, a circular reference becomes `"[Circular]"`, what lies deeper than 64 levels `"[Too deep]"`, and what throws when it is read
 * `"[Unreadable]"`.
 */
export function toRedactedJson(value: unknown, redaction: Redaction = DEFAULT_REDACTION): unknown {
  return convert(value, { redaction, path: [] });
}

interface Walk {
  readonly redaction: Redaction;
  /** The objects inside which the value lies. */
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
    default:
      return undefined; // functions, symbols, undefined: JSON has none
  }
}

function convertObject(value: object, walk: Walk): unknown {
  if (walk.path.includes(value)) return "[Circular]";
  if (walk.path.length >= MAX_DEPTH) return "[Too deep]";
  walk.path.push(value);
  try {
    return convertContents(value, walk);
  } catch {
    return "[Unreadable]"; // a getter or a toJSON of the user's that throws must not cost the whole event
  } finally {
    walk.path.pop();
  }
}

function convertContents(value: object, walk: Walk): unknown {
  if (isError(value)) return convert(describeError(value), walk);
  if (Array.isArray(value) || types.isSet(value)) return convertList(value, walk);
  if (types.isMap(value)) return convertRecord(Object.fromEntries(value) as object, walk);
  const text = textOfBuiltIn(value);
  if (text !== undefined) return text;
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === "function") return convert(toJSON.call(value) as unknown, walk);
  return convertRecord(value, walk);
}

function textOfBuiltIn(value: object): string | undefined {
  if (types.isDate(value)) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  if (ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value)) return `[${value.byteLength} bytes]`;
  return types.isRegExp(value) ? String(value) : undefined;
}

function convertList(values: Iterable<unknown>, walk: Walk): unknown[] {
  return Array.from(values, (item) => convert(item, walk) ?? null);
}

function convertRecord(value: object, walk: Walk): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) {
    const name = fieldName(key, walk.redaction);
    const converted = name.isSecret && isFilled(field) ? REDACTED : convert(field, walk);
    if (converted === undefined) continue;
    if (name.shown === "__proto__") define(result, name.shown, converted);
    else result[name.shown] = converted;
  }
  return result;
}

/** As a field of its own, where an assignment would change what the object is. */
function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}

function isFilled(field: unknown): boolean {
  if (field === undefined || field === null || field === "") return false;
  return typeof field !== "boolean" && typeof field !== "function";
}

interface FieldName {
  /** The name itself may be a secret, in a table keyed by secrets. */
  readonly shown: string;
  readonly isSecret: boolean;
}

/** The same few hundred names come again and again. */
const names = new WeakMap<Redaction, Map<string, FieldName>>();
const MAX_NAMES = 2_000;
const LONGEST_NAME = 64;

function fieldName(key: string, redaction: Redaction): FieldName {
  let known = names.get(redaction);
  if (known === undefined || known.size > MAX_NAMES) {
    known = new Map<string, FieldName>();
    names.set(redaction, known);
  }
  const remembered = known.get(key);
  if (remembered !== undefined) return remembered;
  const name = { shown: redactText(key, redaction), isSecret: isSecretName(key, redaction) };
  if (key.length <= LONGEST_NAME) known.set(key, name);
  return name;
}
