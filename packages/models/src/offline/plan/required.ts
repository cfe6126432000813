import type { Candidate } from "./ask.ts";
import { askOf } from "./ask-of.ts";
import type { FillOptions } from "./filling.ts";
import { fitValue } from "./fit-value.ts";
import type { Kind } from "./kinds.ts";
import { offersFor } from "./offers.ts";
import type { Param } from "./tool-view.ts";

/** Values for a required argument, the surest first: from the clause, from elsewhere in the task, from results, and last of all guesses. */
export function requiredOffers(options: FillOptions, param: Param, used: readonly Candidate[]): Candidate[] {
  const supplied = suppliedOffers(options, param);
  if (supplied.length > 0 && (param.kind === "text" || options.poolOnly === true)) return supplied;
  const here = unclaimed(offersFor(askOf(options, param, options.clause)), param, used);
  if (here.some(isSure)) return here;
  const anywhere = unclaimed(options.anywhere(param), param, used);
  if (anywhere.some(isSure)) return anywhere;
  const guesses = here.length > 0 || isLoose(param.kind) ? here : anywhere;
  return [supplied, guesses, titleOffers(options, param)].find((offers) => offers.length > 0) ?? [];
}

/** Kinds that any words can fill: they never claim a stretch that another argument needs. */
export function isLoose(kind: Kind): boolean {
  return LOOSE.has(kind);
}

const LOOSE: ReadonlySet<Kind> = new Set<Kind>(["text", "query", "title", "unknown", "search", "name"]);

function isSure(one: Candidate): boolean {
  return one.strength > 1;
}

function unclaimed(offers: readonly Candidate[], param: Param, used: readonly Candidate[]): Candidate[] {
  if (isLoose(param.kind)) return [...offers];
  return offers.filter((one) => !used.some((other) => one.start < other.end && other.start < one.end));
}

function suppliedOffers({ pool, tool }: FillOptions, param: Param): Candidate[] {
  if (pool === undefined) return [];
  const offered = pool.offer(param, tool).slice(0, 40);
  return offered.flatMap((value): Candidate[] => {
    const form = fitValue(value, param.schema);
    return form === undefined ? [] : [{ value: form.value, start: -1, end: -1, strength: 2 }];
  });
}

/** A title may be taken from any clause of the task: the first that says what it is about. */
function titleOffers(options: FillOptions, param: Param): Candidate[] {
  if (param.kind !== "title") return [];
  return options.reading.clauses.flatMap((clause) => offersFor(askOf(options, param, clause))).slice(0, 1);
}
