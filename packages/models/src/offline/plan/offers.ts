import { define } from "../schema/neutral.ts";
import { below, propertiesOf, typesOf, type Schema } from "../schema/view.ts";
import { conditionsFor, operatorAs } from "./candidates-conditions.ts";
import type { Ask, Candidate } from "./ask.ts";
import { candidatesFor } from "./candidates.ts";
import { choiceCandidates, describedChoices, switchCandidates } from "./choices.ts";
import { fitValue } from "./fit-value.ts";
import { itemSchema, paramsOf, type Param } from "./tool-view.ts";
import { variantsOf } from "../schema/view.ts";

/** What a stretch of the task offers for an argument, in the form its schema wants, the surest first. */
export function offersFor(ask: Ask, depth = 0): Candidate[] {
  const schema = variantsOf(ask.param.schema)[0] ?? ask.param.schema;
  const type = typesOf(schema)[0];
  if (type === "array") return listOffers(ask, schema, depth);
  if (type === "object") return depth > 3 ? [] : objectOffers(ask, schema, depth);
  if (type === "boolean") return switchCandidates(ask);
  const choices = describedChoices(ask, schema);
  const found = choices === undefined ? candidatesFor(ask) : choiceCandidates(ask, choices.values);
  return found.flatMap((one) => fitted(one, ask.param.schema));
}

/** All values of the stretch as one list. */
function listOffers(ask: Ask, schema: Schema, depth: number): Candidate[] {
  const items = itemSchema(schema);
  const singles = offersFor({ ...ask, param: { ...ask.param, schema: items } }, depth + 1);
  const [first] = singles;
  if (first === undefined) return [];
  const values: unknown[] = [];
  const ordered = [...singles].sort((one, other) => one.start - other.start);
  for (const { value } of ordered)
    if (!values.some((one) => JSON.stringify(one) === JSON.stringify(value))) values.push(value);
  const most = typeof schema.node["maxItems"] === "number" ? schema.node["maxItems"] : MOST_ITEMS;
  const whole: Candidate = {
    value: values.slice(0, most),
    start: Math.min(...singles.map((one) => one.start)),
    end: Math.max(...singles.map((one) => one.end)),
    strength: first.strength,
  };
  return fitted(whole, schema);
}

const MOST_ITEMS = 50;

function objectOffers(ask: Ask, schema: Schema, depth: number): Candidate[] {
  const properties = propertiesOf(schema);
  const compared =
    properties.length === 0 ? recordOffers(ask, schema) : comparisonOffers(ask, paramsOf(schema, ask.tool.description));
  const offers = compared.length > 0 ? compared : nestedOffer(ask, schema, depth);
  return offers.flatMap((one) => fitted(one, schema));
}

/** `{ city: "Oslo" }` for an open record of conditions. */
function recordOffers(ask: Ask, schema: Schema): Candidate[] {
  const conditions = conditionsFor(ask).filter((one) => one.operator === "=");
  const [first] = conditions;
  if (first === undefined || schema.node["additionalProperties"] === false) return [];
  const record: Record<string, unknown> = {};
  for (const one of conditions)
    define(
      record,
      one.column,
      fitValue(one.value, below(schema, schema.node["additionalProperties"]))?.value ?? one.value,
    );
  return [{ value: record, start: first.start, end: first.end, strength: 2 }];
}

/** `{ column, operator, value }` objects, one for each comparison. */
function comparisonOffers(ask: Ask, params: readonly Param[]): Candidate[] {
  const column = params.find((one) => one.kind === "column");
  const value = params.find(
    (one) => one !== column && (one.kind === "value" || /^(?:value|equals|val|eq)$/i.test(one.name)),
  );
  const operator = params.find((one) => one.kind === "operator");
  if (column === undefined || value === undefined) return [];
  return conditionsFor(ask).map((one) => {
    const object: Record<string, unknown> = {};
    define(object, column.name, fitValue(one.column, column.schema)?.value ?? one.column);
    if (operator !== undefined) define(object, operator.name, operatorAs(one.operator, operator.schema.node["enum"]));
    define(object, value.name, fitValue(one.value, value.schema)?.value ?? one.value);
    return { value: object, start: one.start, end: one.end, strength: 2 };
  });
}

/** The object's own arguments, each from the stretch; required ones must all be there. */
function nestedOffer(ask: Ask, schema: Schema, depth: number): Candidate[] {
  const object: Record<string, unknown> = {};
  const parts: Candidate[] = [];
  for (const param of paramsOf(schema, ask.tool.description)) {
    const offer = offersFor({ ...ask, param }, depth + 1).find(
      (one) =>
        (param.required || one.strength === 3) && !parts.some((part) => part.start < one.end && one.start < part.end),
    );
    if (offer === undefined) {
      if (param.required) return [];
      continue;
    }
    parts.push(offer);
    define(object, param.name, offer.value);
  }
  const [first] = parts;
  if (first === undefined) return [];
  return [
    { value: object, start: first.start, end: first.end, strength: parts.some((one) => one.strength > 1) ? 2 : 1 },
  ];
}

function fitted(one: Candidate, schema: Schema): Candidate[] {
  const form = fitValue(one.value, schema);
  return form === undefined ? [] : [{ ...one, value: form.value }];
}
