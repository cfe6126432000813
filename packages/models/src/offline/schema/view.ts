/** A JSON Schema node that has been looked at: only objects count, everything else says nothing. */
export type SchemaNode = Readonly<Record<string, unknown>>;

/** A schema with its root, which `$ref`s point into. */
export interface Schema {
  readonly node: SchemaNode;
  readonly root: SchemaNode;
}

/** The schema in an unknown value; a boolean or anything else is the schema that accepts everything. */
export function schemaOf(value: unknown): Schema {
  const node = asNode(value);
  return { node, root: node };
}

/** A schema below another: `$ref`s followed, the parts of an `allOf` laid over one another. */
export function below(parent: Schema, value: unknown): Schema {
  return resolve({ node: asNode(value), root: parent.root });
}

/** The schema with its `$ref`s followed (within the document, 16 deep) and its `allOf` laid over it. */
export function resolve(schema: Schema, depth = 0): Schema {
  const { node, root } = schema;
  if (depth > 16) return { node: {}, root };
  if (typeof node["$ref"] === "string") {
    const { $ref: _ref, ...beside } = node;
    const target = resolve({ node: follow(root, node["$ref"]), root }, depth + 1);
    return { node: { ...target.node, ...beside }, root };
  }
  if (!Array.isArray(node["allOf"])) return schema;
  const { allOf, ...rest } = node;
  const merged = (allOf as unknown[]).reduce<SchemaNode>(
    (whole, part) => overlay(whole, resolve({ node: asNode(part), root }, depth + 1).node),
    rest,
  );
  return { node: merged, root };
}

/** The kinds of value a schema names; empty when it names none. */
export function typesOf(schema: Schema): string[] {
  const { node } = schema;
  if (typeof node["type"] === "string") return [node["type"]];
  if (Array.isArray(node["type"])) return node["type"].filter((type): type is string => typeof type === "string");
  if ("const" in node) return [jsonType(node["const"])];
  if (Array.isArray(node["enum"])) return [...new Set(node["enum"].map(jsonType))];
  if ("properties" in node) return ["object"];
  return "items" in node || "prefixItems" in node ? ["array"] : [];
}

/** The alternatives of an `anyOf` or `oneOf`, those that are not just `null` first; without such, the schema itself. */
export function variantsOf(schema: Schema): Schema[] {
  const resolved = resolve(schema);
  const { anyOf, oneOf, ...rest } = resolved.node;
  const alternatives = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : undefined;
  if (alternatives === undefined) return [resolved];
  const variants = alternatives.map((one: unknown) => ({
    node: overlay(rest, below(resolved, one).node),
    root: resolved.root,
  }));
  return [...variants.filter((one) => !isNull(one)), ...variants.filter(isNull)];
}

/** The properties of an object schema, in order, each resolved. */
export function propertiesOf(schema: Schema): [name: string, property: Schema][] {
  return Object.entries(asNode(schema.node["properties"])).map(([name, node]) => [name, below(schema, node)]);
}

/** The names an object schema requires. */
export function requiredOf(schema: Schema): ReadonlySet<string> {
  const required = schema.node["required"];
  return new Set(Array.isArray(required) ? required.filter((name): name is string => typeof name === "string") : []);
}

/** What a schema says of itself. */
export function descriptionOf(schema: Schema): string {
  const { description, title } = schema.node;
  return typeof description === "string" ? description : typeof title === "string" ? title : "";
}

/** The JSON type of a value: "integer" counts as "number". */
export function jsonType(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** An unknown value as a schema node; `{}` when it is no object. */
export function asNode(value: unknown): SchemaNode {
  // An object read from JSON has string keys and unknown values, whatever else it is.
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as SchemaNode) : {};
}

function isNull(schema: Schema): boolean {
  return schema.node["type"] === "null" || schema.node["const"] === null;
}

function overlay(one: SchemaNode, other: SchemaNode): SchemaNode {
  const merged: Record<string, unknown> = { ...one, ...other };
  if ("properties" in one && "properties" in other)
    merged["properties"] = { ...asNode(one["properties"]), ...asNode(other["properties"]) };
  if (Array.isArray(one["required"]) && Array.isArray(other["required"]))
    merged["required"] = [...(one["required"] as unknown[]), ...(other["required"] as unknown[])];
  return merged;
}

function follow(root: SchemaNode, ref: string): SchemaNode {
  if (ref === "#") return root;
  if (!ref.startsWith("#/")) return {};
  let node: unknown = root;
  for (const part of ref.slice(2).split("/")) node = asNode(node)[decodePart(part)];
  return asNode(node);
}

function decodePart(part: string): string {
  let plain = part;
  try {
    plain = decodeURIComponent(part);
  } catch {
    // A pointer with a stray "%" names its key as it is written.
  }
  return plain.replaceAll("~1", "/").replaceAll("~0", "~");
}
