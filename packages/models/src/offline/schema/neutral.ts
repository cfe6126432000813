import { NEUTRAL_TEXTS } from "./formats.ts";
import { fits } from "./fits.ts";
import { sampleOf } from "./sample-pattern.ts";
import { asNode, below, propertiesOf, requiredOf, resolve, typesOf, variantsOf, type Schema } from "./view.ts";

/** A value that fits the schema and says nothing: `""`, 0, false, `[]`, the first enum value, the default where there is one. */
export function neutralValue(schema: Schema, depth = 0): unknown {
  const resolved = resolve(schema);
  const { node } = resolved;
  if ("const" in node) return node["const"];
  for (const offered of [node["default"], ...listed(node["enum"])])
    if (offered !== undefined && fits(offered, resolved)) return offered;
  const variants = variantsOf(resolved);
  if (variants.length > 1 || "anyOf" in node || "oneOf" in node) return neutralVariant(variants, resolved, depth);
  return neutralOfType(typesOf(resolved)[0], resolved, depth);
}

function neutralVariant(variants: readonly Schema[], whole: Schema, depth: number): unknown {
  let last: unknown = null;
  // Deep down the shortest way out of a recursive schema is its last alternative, `null`.
  for (const variant of depth > 4 ? [...variants].reverse() : variants) {
    last = neutralValue(variant, depth + 1);
    if (fits(last, whole)) return last;
  }
  return last;
}

function neutralOfType(type: string | undefined, schema: Schema, depth: number): unknown {
  switch (type) {
    case "string":
      return neutralText(schema);
    case "number":
    case "integer":
      return neutralNumber(schema);
    case "boolean":
      return false;
    case "array":
      return depth > 12 ? [] : neutralList(schema, depth);
    case "object":
      return depth > 12 ? {} : neutralObject(schema, depth);
    case "null":
      return null;
    default:
      return "";
  }
}

function neutralText(schema: Schema): string {
  const { node } = schema;
  const shortest = typeof node["minLength"] === "number" ? node["minLength"] : 0;
  const format = typeof node["format"] === "string" ? NEUTRAL_TEXTS[node["format"]] : undefined;
  const sample = typeof node["pattern"] === "string" ? sampleOf(node["pattern"]) : undefined;
  const candidates = [
    format,
    ...listed(node["examples"]),
    "",
    sample,
    sample?.padEnd(shortest, "0"),
    "unknown",
    "-".repeat(Math.min(shortest, 10_000)),
  ];
  for (const one of candidates) if (typeof one === "string" && fits(one, schema)) return one;
  return format ?? sample ?? "";
}

function neutralNumber(schema: Schema): number {
  const { node } = schema;
  const bounds = ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"]
    .map((key) => node[key])
    .filter((one): one is number => typeof one === "number");
  const step = typeof node["multipleOf"] === "number" && node["multipleOf"] > 0 ? node["multipleOf"] : 1;
  for (const base of [0, ...bounds]) {
    const nearby = [
      base,
      base + 1,
      base - 1,
      Math.ceil(base / step) * step,
      Math.floor(base / step) * step,
      (Math.floor(base / step) + 1) * step,
      (Math.ceil(base / step) - 1) * step,
      base + step / 2,
      base + 1e-6,
      base - 1e-6,
    ];
    for (const one of nearby) if (fits(one, schema)) return one === 0 ? 0 : one;
  }
  const [low, high] = [Math.min(...bounds), Math.max(...bounds)];
  return bounds.length > 1 && fits((low + high) / 2, schema) ? (low + high) / 2 : 0;
}

function neutralList(schema: Schema, depth: number): unknown[] {
  const { node } = schema;
  const least = typeof node["minItems"] === "number" ? Math.min(node["minItems"], 1000) : 0;
  const prefix = listed(node["prefixItems"]).map((item) => neutralValue(below(schema, item), depth + 1));
  const list = prefix.slice(0, Math.max(least, prefix.length));
  while (list.length < least)
    list.push(distinct(neutralValue(below(schema, node["items"]), depth + 1), list, below(schema, node["items"])));
  return list;
}

/** In a list of unique items, the next value that is not there yet. */
function distinct(value: unknown, list: readonly unknown[], schema: Schema): unknown {
  const taken = new Set(list.map((one) => JSON.stringify(one)));
  const offers = [
    value,
    ...listed(schema.node["enum"]),
    ...Array.from({ length: list.length + 2 }, (_, n) =>
      typeof value === "number" ? value + n + 1 : `${String(value)}${String(n + 1)}`,
    ),
    true,
  ];
  return offers.find((one) => !taken.has(JSON.stringify(one)) && fits(one, schema)) ?? value;
}

function neutralObject(schema: Schema, depth: number): Record<string, unknown> {
  const required = requiredOf(schema);
  const object: Record<string, unknown> = {};
  const known = new Set<string>();
  for (const [name, property] of propertiesOf(schema)) {
    known.add(name);
    if (required.has(name)) define(object, name, neutralValue(property, depth + 1));
  }
  for (const name of required)
    if (!known.has(name))
      define(object, name, neutralValue(below(schema, asNode(schema.node["additionalProperties"])), depth + 1));
  return object;
}

/** Sets an own property, also one called `__proto__`. */
export function define(object: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
