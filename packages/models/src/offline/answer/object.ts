import { define, neutralValue } from "../schema/neutral.ts";
import { fits } from "../schema/fits.ts";
import { below, propertiesOf, requiredOf, schemaOf, typesOf, variantsOf, type Schema } from "../schema/view.ts";
import { fitValue } from "../plan/fit-value.ts";
import { nearness } from "../text/concepts.ts";
import { nameWords, stem, termsOf } from "../text/words.ts";
import type { Knowledge } from "./knowledge.ts";

/** A value that fits the schema, filled by key from what is known; neutral where nothing is known (`""`, 0, `[]`, false, the first choice). */
export function fillObject(schema: unknown, knowledge: Knowledge): unknown {
  const root = schemaOf(schema);
  const filled = fillNode(root, "", knowledge, 0);
  return filled !== undefined && fits(filled, root) ? filled : neutralValue(root);
}

function fillNode(schema: Schema, key: string, knowledge: Knowledge, depth: number): unknown {
  if (depth > 8) return undefined;
  for (const variant of variantsOf(schema)) {
    const value = fillVariant(variant, key, knowledge, depth);
    if (value !== undefined && fits(value, schema)) return value;
  }
  return undefined;
}

function fillVariant(schema: Schema, key: string, knowledge: Knowledge, depth: number): unknown {
  if (Array.isArray(schema.node["enum"])) return choose(schema.node["enum"], key, knowledge);
  switch (typesOf(schema)[0]) {
    case "object":
      return fillProperties(schema, key, knowledge, depth);
    case "array":
      return fillList(schema, key, knowledge, depth);
    case "string":
      return fitFirst([...knowledge.values(key), ...(isFreeText(schema) ? knowledge.texts(key) : [])], schema);
    case "number":
    case "integer":
      return fitFirst([...knowledge.values(key), ...knowledge.counts(key)], schema);
    case "boolean":
      return fitFirst(knowledge.values(key).map(readBoolean), schema);
    default:
      return fitFirst(knowledge.values(key), schema);
  }
}

function fillProperties(schema: Schema, key: string, knowledge: Knowledge, depth: number): unknown {
  const given = knowledge.object(key);
  if (given !== undefined && fits(given, schema)) return given;
  const inner = given === undefined ? knowledge : knowledge.inside(given);
  const required = requiredOf(schema);
  const object: Record<string, unknown> = {};
  for (const [name, property] of propertiesOf(schema)) {
    const value = fillNode(property, name, inner, depth + 1);
    if (value !== undefined) define(object, name, value);
    else if (required.has(name)) define(object, name, neutralValue(property));
  }
  for (const name of required)
    if (!Object.hasOwn(object, name))
      define(object, name, neutralValue(below(schema, schema.node["additionalProperties"])));
  return object;
}

function fillList(schema: Schema, key: string, knowledge: Knowledge, depth: number): unknown {
  const items = below(schema, schema.node["items"]);
  const most = typeof schema.node["maxItems"] === "number" ? schema.node["maxItems"] : 50;
  const isObject = typesOf(variantsOf(items)[0] ?? items)[0] === "object";
  const values = isObject
    ? knowledge.rows(key).map((row) => fillNode(items, key, knowledge.inside(row), depth + 1))
    : knowledge.list(key).map((value) => fitValue(value, items)?.value);
  const fitting = values.filter((value) => value !== undefined && fits(value, items)).slice(0, most);
  return fitting.length > 0 ? fitting : undefined;
}

/** The first value that has a form the schema accepts. */
function fitFirst(values: readonly unknown[], schema: Schema): unknown {
  for (const value of values) {
    const form = value === undefined ? undefined : fitValue(value, schema);
    if (form !== undefined) return form.value;
  }
  return undefined;
}

/** The choice that the known value, else the task's and context's own words, come nearest to. */
function choose(choices: readonly unknown[], key: string, knowledge: Knowledge): unknown {
  const known = knowledge.values(key).map((value) => String(value).toLowerCase());
  const exact = choices.find((choice) => known.includes(String(choice).toLowerCase()));
  if (exact !== undefined) return exact;
  const terms = termsOf(knowledge.wording.slice(0, 20_000));
  let best: { choice: unknown; score: number } = { choice: undefined, score: 0 };
  for (const choice of choices) {
    const stems = nameWords(String(choice)).map(stem);
    let score = 0;
    for (const term of new Set(terms))
      for (const one of stems) score += one === term ? 3 : Math.min(nearness(one, term), 1);
    if (score > best.score) best = { choice, score };
  }
  return best.choice;
}

function isFreeText(schema: Schema): boolean {
  return schema.node["format"] === undefined && schema.node["pattern"] === undefined;
}

function readBoolean(value: unknown): unknown {
  if (typeof value === "boolean") return value;
  return /^(?:true|yes|y|1)$/i.test(String(value))
    ? true
    : /^(?:false|no|n|0)$/i.test(String(value))
      ? false
      : undefined;
}
