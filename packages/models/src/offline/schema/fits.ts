import { FORMAT_CHECKS } from "./formats.ts";
import { asNode, below, jsonType, requiredOf, schemaOf, type Schema, type SchemaNode } from "./view.ts";

/** Whether a value fits a JSON Schema (draft 2020-12 as tools use it); unknown keywords and formats do not restrict. */
export function fits(value: unknown, schema: Schema): boolean {
  return check(value, schema, 0);
}

/** Whether a value fits the JSON Schema in an unknown value. */
export function fitsSchema(value: unknown, schema: unknown): boolean {
  return schema === false ? false : fits(value, schemaOf(schema));
}

/** Whether a text matches a schema's `pattern`; one that is no regular expression does not restrict. */
function matchesPattern(text: string, pattern: unknown): boolean {
  if (typeof pattern !== "string") return true;
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return looselyMatches(text, pattern);
  }
}

function looselyMatches(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern).test(text);
  } catch {
    return true;
  }
}

function check(value: unknown, schema: Schema, depth: number): boolean {
  if (depth > 64) return false;
  const { node } = schema;
  if (typeof node["$ref"] === "string" && !check(value, below(schema, { $ref: node["$ref"] }), depth + 1)) return false;
  return (
    isOfType(value, node["type"]) &&
    isAmong(value, node) &&
    fitsCombination(value, schema, depth) &&
    fitsByType(value, schema, depth)
  );
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === undefined) return true;
  if (Array.isArray(type)) return type.some((one) => isOfType(value, one));
  return type === "integer"
    ? Number.isInteger(value)
    : jsonType(value) === type && (type !== "number" || Number.isFinite(value));
}

function isAmong(value: unknown, node: SchemaNode): boolean {
  if ("const" in node && !isSame(value, node["const"])) return false;
  return !Array.isArray(node["enum"]) || node["enum"].some((one) => isSame(value, one));
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other));
}

function fitsCombination(value: unknown, schema: Schema, depth: number): boolean {
  const passes = (node: unknown): boolean =>
    node !== false && check(value, { node: asNode(node), root: schema.root }, depth + 1);
  const { allOf, anyOf, oneOf, not } = schema.node;
  if (Array.isArray(allOf) && !allOf.every(passes)) return false;
  if (Array.isArray(anyOf) && !anyOf.some(passes)) return false;
  if (Array.isArray(oneOf) && oneOf.filter(passes).length !== 1) return false;
  return not === undefined || not === false || (not !== true && !passes(not));
}

function fitsByType(value: unknown, schema: Schema, depth: number): boolean {
  if (typeof value === "string") return fitsText(value, schema.node);
  if (typeof value === "number") return fitsNumber(value, schema.node);
  if (Array.isArray(value)) return fitsList(value, schema, depth);
  return typeof value === "object" && value !== null ? fitsObject(asNode(value), schema, depth) : true;
}

function fitsText(text: string, node: SchemaNode): boolean {
  const length = text.length < 1000 ? Array.from(text).length : text.length;
  if (length < limit(node, "minLength", 0) || length > limit(node, "maxLength", Infinity)) return false;
  const format = typeof node["format"] === "string" ? FORMAT_CHECKS[node["format"]] : undefined;
  return (format === undefined || format(text)) && matchesPattern(text, node["pattern"]);
}

function fitsNumber(value: number, node: SchemaNode): boolean {
  if (value < limit(node, "minimum", -Infinity) || value > limit(node, "maximum", Infinity)) return false;
  if (value <= limit(node, "exclusiveMinimum", -Infinity) || value >= limit(node, "exclusiveMaximum", Infinity))
    return false;
  const step = limit(node, "multipleOf", 0);
  return step === 0 || Math.abs(value / step - Math.round(value / step)) < 1e-9;
}

function fitsList(list: readonly unknown[], schema: Schema, depth: number): boolean {
  const { prefixItems, items, uniqueItems } = schema.node;
  if (list.length < limit(schema.node, "minItems", 0) || list.length > limit(schema.node, "maxItems", Infinity))
    return false;
  if (uniqueItems === true && new Set(list.map((one) => JSON.stringify(one))).size !== list.length) return false;
  const prefix = Array.isArray(prefixItems) ? prefixItems : [];
  return list.every((item, at) => {
    const node: unknown = at < prefix.length ? prefix[at] : items;
    return node !== false && check(item, { node: asNode(node), root: schema.root }, depth + 1);
  });
}

function fitsObject(object: SchemaNode, schema: Schema, depth: number): boolean {
  const keys = Object.keys(object);
  if (
    keys.length < limit(schema.node, "minProperties", 0) ||
    keys.length > limit(schema.node, "maxProperties", Infinity)
  )
    return false;
  for (const name of requiredOf(schema)) if (!Object.hasOwn(object, name)) return false;
  const properties = asNode(schema.node["properties"]);
  const { additionalProperties, propertyNames } = schema.node;
  return keys.every((key) => {
    if (propertyNames !== undefined && !check(key, { node: asNode(propertyNames), root: schema.root }, depth + 1))
      return false;
    const node = Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
    return node !== false && check(object[key], { node: asNode(node), root: schema.root }, depth + 1);
  });
}

function limit(node: SchemaNode, key: string, otherwise: number): number {
  const value = node[key];
  return typeof value === "number" ? value : otherwise;
}
