import { describeValue, isPlainObject } from "@boathook/hooks";
import { InvalidInputsError, joinPath } from "@boathook/kernel";

/** An input as it stands in a text: strings as they are, numbers and booleans by `String`, `null` as nothing, lists and records as JSON. */
export function inputText(value: unknown, key: string): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "boolean":
    case "bigint":
      return String(value);
    case "object":
      return value === null ? "" : jsonText(value, key);
    case "undefined":
    case "function":
    case "symbol":
      throw unusable(key, value);
  }
}

const MAX_DEPTH = 500;

/** JSON alone would turn a Map into `{}` and leave functions out without a word. */
function jsonText(value: object, key: string): string {
  checkJson(value, key, new Set());
  const json = JSON.stringify(value) as string | undefined; // a `toJSON` may give nothing
  if (json === undefined) throw unusable(key, value);
  // What shows itself as one text (a date, a URL) stands there without quotes.
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}

function checkJson(value: unknown, path: string, around: Set<object>): void {
  if (typeof value === "bigint" || typeof value === "function" || typeof value === "symbol")
    throw unusable(path, value);
  if (typeof value !== "object" || value === null || hasOwnForm(value)) return;
  checkObject(value, path, around);
  around.add(value);
  for (const [name, part] of Object.entries(value)) checkJson(part, joinPath(path, name), around);
  around.delete(value);
}

function checkObject(value: object, path: string, around: ReadonlySet<object>): void {
  if (around.has(value)) throw refused(path, "the value contains itself");
  if (around.size === MAX_DEPTH) throw refused(path, `the value is nested more than ${MAX_DEPTH} deep`);
  if (!Array.isArray(value) && !isPlainObject(value)) throw unusable(path, value);
}

function hasOwnForm(value: object): boolean {
  return typeof (value as { toJSON?: unknown }).toJSON === "function";
}

function unusable(path: string, value: unknown): InvalidInputsError {
  return refused(
    path,
    `${describeValue(value)} cannot be written into a text; give a text, a number, a list or a plain object`,
  );
}

function refused(path: string, message: string): InvalidInputsError {
  return new InvalidInputsError([{ path, message }]);
}
