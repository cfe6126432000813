import { fits } from "../schema/fits.ts";
import { asNode, below, jsonType, typesOf, variantsOf, type Schema } from "../schema/view.ts";
import { readNumber } from "../text/numbers.ts";

/** The value in the form the schema wants (a number for "12", a list of one for a single value), if there is one that fits. */
export function fitValue(value: unknown, schema: Schema): { readonly value: unknown } | undefined {
  for (const variant of variantsOf(schema)) {
    for (const form of formsOf(value, variant)) if (fits(form, variant) && fits(form, schema)) return { value: form };
  }
  return undefined;
}

function formsOf(value: unknown, schema: Schema): unknown[] {
  const types = typesOf(schema);
  const own = jsonType(value);
  // A number stays a number where the schema would take a text as well.
  const ordered = types.includes(own) ? [own, ...types.filter((type) => type !== own)] : types;
  return types.length === 0 ? [value] : ordered.flatMap((type) => formsAs(type, value, schema));
}

function formsAs(type: string, value: unknown, schema: Schema): unknown[] {
  const own = jsonType(value);
  if (type === "string") return typeof value === "string" ? spellings(value) : own === "number" ? [String(value)] : [];
  if (own === type) return [value];
  if (type === "number" || type === "integer") return [typeof value === "string" ? readNumber(value) : value];
  return type === "array" ? wrapped(value, schema) : [];
}

/** A text as it is, then in the cases a `pattern` or list of allowed values may insist on. */
function spellings(text: string): string[] {
  const joined = text.trim().toLowerCase();
  return [text, text.toUpperCase(), text.toLowerCase(), joined.replace(/\s+/g, "-"), joined.replace(/\s+/g, "_")];
}

function wrapped(value: unknown, schema: Schema): unknown[] {
  const fitted = fitValue(value, below(schema, asNode(schema.node["items"])));
  return fitted === undefined ? [] : [[fitted.value]];
}
