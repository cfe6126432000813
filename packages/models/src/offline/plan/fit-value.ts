import { fits } from "../schema/fits.ts";
import { asNode, below, typesOf, variantsOf, type Schema } from "../schema/view.ts";
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
  if (types.length === 0) return [value];
  return types.flatMap((type): unknown[] => {
    switch (type) {
      case "string":
        return typeof value === "string" ? spellings(value) : typeof value === "number" ? [String(value)] : [];
      case "number":
      case "integer":
        return typeof value === "number" ? [value] : typeof value === "string" ? listOf(readNumber(value)) : [];
      case "boolean":
        return typeof value === "boolean" ? [value] : [];
      case "array":
        return Array.isArray(value) ? [value] : wrapped(value, schema);
      case "object":
        return typeof value === "object" && value !== null && !Array.isArray(value) ? [value] : [];
      default:
        return [];
    }
  });
}

/** A text as it is, then in the cases a `pattern` or list of allowed values may insist on. */
function spellings(text: string): string[] {
  return [
    text,
    text.toUpperCase(),
    text.toLowerCase(),
    text.trim().replace(/\s+/g, "-").toLowerCase(),
    text.trim().replace(/\s+/g, "_").toLowerCase(),
  ];
}

function wrapped(value: unknown, schema: Schema): unknown[] {
  const items = below(schema, asNode(schema.node["items"]));
  const fitted = fitValue(value, items);
  return fitted === undefined ? [] : [[fitted.value]];
}

function listOf(value: number | undefined): number[] {
  return value === undefined ? [] : [value];
}
