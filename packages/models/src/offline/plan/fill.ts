import { define } from "../schema/neutral.ts";
import { fits } from "../schema/fits.ts";
import { typesOf, variantsOf } from "../schema/view.ts";
import type { Candidate } from "./ask.ts";
import { evidenceOf, isGuess, type Picked } from "./evidence.ts";
import type { Filling, FillOptions } from "./filling.ts";
import type { Kind } from "./kinds.ts";
import { optionalValues } from "./optional.ts";
import { isLoose, requiredOffers } from "./required.ts";
import { settledValue } from "./settle.ts";
import type { Param, ToolView } from "./tool-view.ts";

/** Arguments for a tool from one clause of the task (what it lacks, from the whole task; then from results); several where it names several values. */
export function fillCalls(options: FillOptions): Filling[] {
  const required = options.tool.params
    .filter((param) => param.required)
    .sort((one, other) => Number(isLoose(one.kind)) - Number(isLoose(other.kind)));
  const chosen: Chosen = { values: new Map(), claimed: [], spans: [], driver: undefined, isSettled: false };
  for (const param of required) choose(chosen, options, param, required);
  for (const param of required) {
    if (chosen.values.has(param.name)) continue;
    const settled = settledValue(param, chosen.values.size > 0);
    if (settled === undefined) return [];
    chosen.values.set(param.name, [settled.value]);
    chosen.isSettled ||= settled.isArbitrary;
  }
  return build(options, chosen);
}

/** The required values found so far; the one argument that has several makes several calls. */
interface Chosen {
  readonly values: Map<string, readonly Candidate[]>;
  /** Stretches of the task that no other argument may take. */
  readonly claimed: Candidate[];
  /** Stretches that values were taken from. */
  readonly spans: Candidate[];
  driver: string | undefined;
  /** Some value is one of several that would do as well. */
  isSettled: boolean;
}

function choose(chosen: Chosen, options: FillOptions, param: Param, required: readonly Param[]): void {
  const offers = requiredOffers(options, param, chosen.claimed);
  const isPaired = required.some((other) => other !== param && familyOf(other.kind) === familyOf(param.kind));
  const values =
    chosen.driver === undefined && !isPaired && !isList(param) ? several(offers, param.kind) : offers.slice(0, 1);
  if (values.length > 1) chosen.driver = param.name;
  if (values.length > 0) chosen.values.set(param.name, values);
  chosen.spans.push(...values.filter((one) => one.start >= 0));
  if (!isLoose(param.kind)) chosen.claimed.push(...values);
}

/** Kinds that the same words of a text would fill. */
function familyOf(kind: Kind): Kind {
  return kind === "count" ? "value" : kind;
}

function isList(param: Param): boolean {
  return typesOf(variantsOf(param.schema)[0] ?? param.schema)[0] === "array";
}

/** All offers as sure as the first; guesses stand alone, except words to search for and places. */
function several(offers: readonly Candidate[], kind: Kind): Candidate[] {
  const [first] = offers;
  if (first === undefined) return [];
  if (first.strength === 1 && first.start >= 0 && kind !== "search" && kind !== "place") return [first];
  const seen = new Set<string>();
  return offers.filter((one) => {
    const key = JSON.stringify(one.value);
    if (one.strength !== first.strength || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function build(options: FillOptions, { values, claimed, spans, driver, isSettled }: Chosen): Filling[] {
  const { tool } = options;
  const extras = optionalValues(options, claimed);
  const driving = driver === undefined ? [undefined] : (values.get(driver) ?? []);
  const fillings: Filling[] = [];
  for (const value of driving) {
    if (fillings.length >= options.most) break;
    const picked = [...values].map(([name, offers]): Picked => [name, name === driver ? value : offers[0]]);
    const input = assemble(tool, [...picked, ...extras]) ?? assemble(tool, picked);
    if (input === undefined) continue;
    const isSupplied = picked.some(([, one]) => one?.strength === 2 && one.start < 0);
    // Where one choice would do as well as another, the other values speak for nothing either.
    const evidence = isSettled ? 0 : evidenceOf(tool, picked.length > 0 ? picked : extras);
    fillings.push({ input, evidence, isGuess: isGuess(tool, picked), isSupplied, spans });
  }
  return fillings;
}

/** The values in the order of the schema; nothing when they do not fit it. */
function assemble(tool: ToolView, values: readonly Picked[]): Record<string, unknown> | undefined {
  const given = new Map(values);
  const input: Record<string, unknown> = {};
  for (const param of tool.params) {
    const candidate = given.get(param.name);
    if (candidate !== undefined) define(input, param.name, candidate.value);
  }
  return fits(input, tool.schema) ? input : undefined;
}
