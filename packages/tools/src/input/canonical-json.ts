import { isPlainObject } from "@boathook/hooks";

/**
 * The one text that stands for a value, whatever the order of its keys; undefined for a value that JSON cannot carry without loss (a date, a
 * map, a function, NaN): no two different values have the same text.
 */
export function canonicalJson(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
    case "boolean":
      return JSON.stringify(value);
    case "number":
      return Number.isFinite(value) ? JSON.stringify(value) : undefined;
    case "object":
      if (value === null) return "null";
      if (Array.isArray(value)) return joined("[", value.map(canonicalJson), "]");
      return isPlainObject(value) ? joined("{", membersOf(value), "}") : undefined;
    default:
      return undefined;
  }
}

/** As JSON does, a member that is undefined is left out. */
function membersOf(record: Readonly<Record<string, unknown>>): (string | undefined)[] {
  const keys = Object.keys(record).sort();
  return keys.flatMap((key) => {
    if (record[key] === undefined) return [];
    const member = canonicalJson(record[key]);
    return [member === undefined ? undefined : `${JSON.stringify(key)}:${member}`];
  });
}

function joined(open: string, parts: readonly (string | undefined)[], close: string): string | undefined {
  return parts.includes(undefined) ? undefined : `${open}${parts.join(",")}${close}`;
}
