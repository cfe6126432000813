import { isPlainObject } from "@boathook/hooks";

import { checkDepth, copyData, type Copy } from "./copy-data.ts";

type Node = Readonly<Record<string, unknown>>;

/**
 * A copier that leaves out what a JSON Schema does not know, at every level: a key that a hook or a model added is no error, even where the
 * schema behind it would make it one. Where a schema is open, or says it in another way than by `properties`, everything is kept.
 */
export function copierFor(schema: unknown): Copy {
  if (!isPlainObject(schema) || COMBINATORS.some((keyword) => keyword in schema)) return copyData;
  if (isPlainObject(schema.properties)) return recordCopier(schema, schema.properties);
  if (isPlainObject(schema.items)) return listCopier(schema.items);
  return copyData;
}

const COMBINATORS = ["$ref", "allOf", "anyOf", "oneOf", "patternProperties"];

function recordCopier(schema: Node, properties: Node): Copy {
  const isClosed = schema.additionalProperties === false;
  const known = new Map<string, Copy>();
  for (const [key, property] of Object.entries(properties)) known.set(key, copierFor(property));
  return (value, depth) => {
    if (!isPlainObject(value)) return copyData(value, depth);
    checkDepth(depth);
    const copy: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      const copier = known.get(key) ?? (isClosed ? undefined : copyData);
      if (copier !== undefined && key !== "__proto__") copy[key] = copier(value[key], depth + 1);
    }
    return copy;
  };
}

function listCopier(items: Node): Copy {
  const copier = copierFor(items);
  if (copier === copyData) return copyData;
  return (value, depth) => {
    if (!Array.isArray(value)) return copyData(value, depth);
    checkDepth(depth);
    return value.map((item) => copier(item, depth + 1));
  };
}
