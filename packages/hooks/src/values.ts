/** True for a record: an object literal, or one without a prototype. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** `a list`, `null`, `the text "…"` …: what came where something else was expected. */
export function describeValue(value: unknown): string {
  switch (typeof value) {
    case "string":
      return `the text ${JSON.stringify(value.slice(0, 60))}`;
    case "object":
      return value === null ? "null" : describeObject(value);
    case "undefined":
      return "nothing";
    case "function":
      return value.name === "" ? "a function" : `the function ${value.name}`;
    default:
      return `the ${typeof value} ${String(value)}`;
  }
}

function describeObject(value: object): string {
  if (Array.isArray(value)) return "a list";
  if (isPlainObject(value)) return "a plain object";
  const { constructor: type } = value as { constructor?: { name?: unknown } | undefined };
  return typeof type?.name === "string" && type.name !== "" ? `an object of class ${type.name}` : "an object";
}
