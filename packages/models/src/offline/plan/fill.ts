import { define, neutralValue } from "../schema/neutral.ts";
import { fits } from "../schema/fits.ts";
import { descriptionOf, typesOf, variantsOf } from "../schema/view.ts";
import type { Clause } from "../text/clauses.ts";
import type { Ask, Candidate } from "./ask.ts";
import { choicesOf } from "./choices.ts";
import { fitValue } from "./fit-value.ts";
import type { Kind } from "./kinds.ts";
import { offersFor } from "./offers.ts";
import type { Pool } from "./pool.ts";
import type { Reading } from "./reading.ts";
import type { Param, ToolView } from "./tool-view.ts";

/** Arguments for one call that fit the tool's schema. */
export interface Filling {
  readonly input: Record<string, unknown>;
  /** How much the values themselves speak for this tool: an address speaks for a tool that fetches, a word for none. */
  readonly evidence: number;
  /** Some required value is no more than a guess from the words of the task. */
  readonly isGuess: boolean;
  /** Some required value comes from earlier results. */
  readonly isSupplied: boolean;
  /** Where in the task the required values stand. */
  readonly spans: readonly { readonly start: number; readonly end: number }[];
}

/** Where arguments for one tool are looked for. */
export interface FillOptions {
  readonly tool: ToolView;
  readonly reading: Reading;
  readonly clause: Clause;
  readonly business: ReadonlySet<string>;
  readonly columns: readonly string[];
  /** Given: required values may come from earlier results. */
  readonly pool: Pool | undefined;
  /** Files, ids and the like come from the results alone: those the task names were used before. */
  readonly poolOnly?: boolean;
  readonly most: number;
}

/** Arguments for a tool from one clause of the task (what it lacks, from the whole task; then from results); several where it names several values. */
export function fillCalls(options: FillOptions): Filling[] {
  const required = [...options.tool.params.filter((param) => param.required)].sort(
    (one, other) => Number(isLoose(one.kind)) - Number(isLoose(other.kind)),
  );
  const chosen = new Map<string, readonly Candidate[]>();
  const used: Candidate[] = [];
  let driver: string | undefined;
  for (const param of required) {
    const offers = requiredOffers(options, param, used);
    const mayDrive =
      driver === undefined && !required.some((other) => other !== param && other.kind === param.kind) && !isList(param);
    const values = mayDrive ? several(offers, param) : offers.slice(0, 1);
    if (values.length > 1) driver = param.name;
    if (values.length > 0) chosen.set(param.name, values);
    used.push(...values);
  }
  for (const param of required) if (!chosen.has(param.name) && !settle(chosen, param, used.length > 0)) return [];
  return build(options, chosen, driver, used);
}

/** Kinds that any words can fill: they never claim a stretch that another argument needs. */
function isLoose(kind: Kind): boolean {
  return (
    kind === "text" ||
    kind === "query" ||
    kind === "title" ||
    kind === "unknown" ||
    kind === "search" ||
    kind === "name"
  );
}

function isList(param: Param): boolean {
  return typesOf(variantsOf(param.schema)[0] ?? param.schema)[0] === "array";
}

/** All offers as sure as the first; guesses stand alone, except words to search for and places. */
function several(offers: readonly Candidate[], param: Param): Candidate[] {
  const [first] = offers;
  if (first === undefined) return [];
  if (first.strength === 1 && first.start >= 0 && param.kind !== "search" && param.kind !== "place") return [first];
  return offers
    .filter((one) => one.strength === first.strength)
    .filter(
      (one, at, all) => all.findIndex((other) => JSON.stringify(other.value) === JSON.stringify(one.value)) === at,
    );
}

function requiredOffers(options: FillOptions, param: Param, used: readonly Candidate[]): Candidate[] {
  const free = (offers: readonly Candidate[]): Candidate[] =>
    offers.filter(
      (one) => isLoose(param.kind) || !used.some((other) => one.start < other.end && other.start < one.end),
    );
  const supplied = options.pool === undefined ? [] : poolOffers(options.pool, param, options.tool);
  if (supplied.length > 0 && (param.kind === "text" || options.poolOnly === true)) return supplied;
  const here = free(offersFor(askOf(options, param, options.clause)));
  if (here.some((one) => one.strength > 1)) return here;
  const anywhere = free(offersFor(askOf(options, param, options.reading.whole))).filter(
    (one) => one.strength > 1 || !isLoose(param.kind),
  );
  if (anywhere.some((one) => one.strength > 1)) return anywhere;
  if (supplied.length > 0) return supplied;
  if (here.length > 0 || param.kind !== "title") return here.length > 0 ? here : anywhere;
  return options.reading.clauses.flatMap((clause) => offersFor(askOf(options, param, clause))).slice(0, 1);
}

function poolOffers(pool: Pool, param: Param, tool: ToolView): Candidate[] {
  return pool
    .offer(param, tool)
    .slice(0, 40)
    .flatMap((value): Candidate[] => {
      const form = fitValue(value, param.schema);
      return form === undefined ? [] : [{ value: form.value, start: -1, end: -1, strength: 2 }];
    });
}

/** A required value the task does not name: the default; beside values it does name also a harmless one (the first choice, "no", a short limit). */
function settle(chosen: Map<string, readonly Candidate[]>, param: Param, grounded: boolean): boolean {
  const schema = variantsOf(param.schema)[0] ?? param.schema;
  const type = typesOf(schema)[0];
  const hasDefault =
    schema.node["default"] !== undefined || param.schema.node["default"] !== undefined || "const" in schema.node;
  const told = choicesOf(schema, descriptionOf(param.schema))?.values;
  const isClosed = told !== undefined || type === "boolean" || param.kind === "count";
  if (!hasDefault && !(isClosed && grounded)) return false;
  const value =
    told !== undefined && !hasDefault
      ? told[0]
      : param.kind === "count" && !hasDefault
        ? (fitValue(10, param.schema)?.value ?? neutralValue(param.schema))
        : neutralValue({ ...param.schema, node: { ...schema.node, ...param.schema.node } });
  if (!fits(value, param.schema)) return false;
  chosen.set(param.name, [{ value, start: -1, end: -1, strength: 1 }]);
  return true;
}

function build(
  options: FillOptions,
  chosen: ReadonlyMap<string, readonly Candidate[]>,
  driver: string | undefined,
  used: readonly Candidate[],
): Filling[] {
  const extras = optionalValues(options, used);
  const fillings: Filling[] = [];
  for (const value of driver === undefined ? [undefined] : (chosen.get(driver) ?? [])) {
    if (fillings.length >= options.most) break;
    const picked = [...chosen].map(([name, values]) => [name, name === driver ? value : values[0]] as const);
    const input = assemble(options.tool, [...picked, ...extras]) ?? assemble(options.tool, picked);
    if (input === undefined) continue;
    fillings.push({
      input,
      evidence: evidenceOf(options.tool, picked),
      isGuess: picked.some(
        ([name, one]) => one?.strength === 1 && one.start >= 0 && !ASKED.has(kindIn(options.tool, name)),
      ),
      isSupplied: picked.some(([, one]) => one?.strength === 2 && one.start < 0),
      spans: used.filter((one) => one.start >= 0),
    });
  }
  return fillings;
}

/** Optional arguments that the text clearly names. */
function optionalValues(options: FillOptions, used: readonly Candidate[]): [string, Candidate][] {
  const { tool } = options;
  const taken = [...used];
  const hasRequired = tool.params.some((param) => param.required);
  return tool.params
    .filter((param) => !param.required)
    .flatMap((param, at): [string, Candidate][] => {
      // A search whose arguments are all optional still wants to know what to look for.
      const isMain = !hasRequired && at === 0 && (param.kind === "query" || param.kind === "search");
      const offers = [
        ...offersFor(askOf(options, param, options.clause)),
        ...(options.poolOnly === true ? [] : offersFor(askOf(options, param, options.reading.whole))),
      ];
      const offer = offers.find(
        (one) =>
          (one.strength === 3 || isMain || (one.strength === 2 && CLEAR.has(param.kind))) &&
          !taken.some((other) => one.start < other.end && other.start < one.end),
      );
      if (offer === undefined) return [];
      taken.push(offer);
      return [[param.name, offer]];
    });
}

/** Kinds of which a text can hardly speak without meaning the argument. */
const CLEAR: ReadonlySet<Kind> = new Set<Kind>([
  "glob",
  "url",
  "email",
  "date",
  "column",
  "condition",
  "path",
  "expression",
  "sql",
  "identifier",
  "place",
]);

function assemble(
  tool: ToolView,
  values: readonly (readonly [string, Candidate | undefined])[],
): Record<string, unknown> | undefined {
  const given = new Map(values);
  const input: Record<string, unknown> = {};
  for (const param of tool.params) {
    const candidate = given.get(param.name);
    if (candidate !== undefined) define(input, param.name, candidate.value);
  }
  return fits(input, tool.schema) ? input : undefined;
}

/** Kinds that ask in the task's own words. */
const ASKED: ReadonlySet<Kind> = new Set<Kind>(["query", "title", "text"]);

function kindIn(tool: ToolView, name: string): Kind {
  return tool.params.find((param) => param.name === name)?.kind ?? "unknown";
}

const EVIDENCE: Partial<Record<Kind, number>> = {
  expression: 2,
  search: 1,
  query: 0.5,
  url: 2,
  sql: 2,
  glob: 2,
  email: 1,
  identifier: 1,
  place: 1,
  symbol: 1,
  path: 1,
  directory: 0.5,
  date: 0.5,
  count: 0.5,
  value: 0.5,
  column: 0.5,
  condition: 0.5,
};

function evidenceOf(tool: ToolView, picked: readonly (readonly [string, Candidate | undefined])[]): number {
  let evidence = 0;
  for (const [name, candidate] of picked) {
    const kind = kindIn(tool, name);
    if (candidate !== undefined && candidate.strength > 1 && candidate.start >= 0)
      evidence += candidate.strength === 3 ? Math.max(1, EVIDENCE[kind] ?? 0) : (EVIDENCE[kind] ?? 0);
  }
  return evidence;
}

function askOf(options: FillOptions, param: Param, clause: Clause): Ask {
  return {
    param,
    tool: options.tool,
    clause,
    mentions: options.reading.mentionsOf(clause),
    business: options.business,
    columns: options.columns,
  };
}
