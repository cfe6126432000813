import { fits } from "../schema/fits.ts";
import { neutralValue } from "../schema/neutral.ts";
import { descriptionOf, typesOf, variantsOf, type Schema } from "../schema/view.ts";
import type { Candidate } from "./ask.ts";
import { choicesOf } from "./choices.ts";
import { fitValue } from "./fit-value.ts";
import type { Param } from "./tool-view.ts";

/** A value that stands in for one the task does not name. */
export interface Settled {
  readonly value: Candidate;
  /** It was chosen among several that would do as well. */
  readonly isArbitrary: boolean;
}

/** A required value that the task does not name: the default; beside values it does name also a harmless one (the first choice, "no", a short limit). */
export function settledValue(param: Param, isBesideOthers: boolean): Settled | undefined {
  const schema = variantsOf(param.schema)[0] ?? param.schema;
  const given = defaultValue(param, schema);
  const value = given ?? (isBesideOthers ? harmlessValue(param, schema) : undefined);
  if (value === undefined || !fits(value, param.schema)) return undefined;
  return {
    value: { value, start: -1, end: -1, strength: 1 },
    isArbitrary: given === undefined && param.kind !== "count",
  };
}

function defaultValue(param: Param, schema: Schema): unknown {
  return param.schema.node["default"] ?? schema.node["default"] ?? schema.node["const"];
}

function harmlessValue(param: Param, schema: Schema): unknown {
  const [first] = choicesOf(schema, descriptionOf(param.schema))?.values ?? [];
  if (first !== undefined) return first;
  if (param.kind === "count") return fitValue(10, param.schema)?.value ?? neutralValue(param.schema);
  return typesOf(schema)[0] === "boolean" ? false : undefined;
}
