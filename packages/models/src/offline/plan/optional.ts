import type { Candidate } from "./ask.ts";
import { askOf } from "./ask-of.ts";
import type { FillOptions } from "./filling.ts";
import type { Kind } from "./kinds.ts";
import { offersFor } from "./offers.ts";
import type { Param } from "./tool-view.ts";

/** Values of optional arguments that the text clearly names, and that no other argument took. */
export function optionalValues(options: FillOptions, used: readonly Candidate[]): [name: string, value: Candidate][] {
  const taken = [...used];
  const values: [string, Candidate][] = [];
  for (const param of options.tool.params) {
    if (param.required) continue;
    const isMain = isMainQuestion(options, param);
    const isFree = (one: Candidate): boolean => !taken.some((other) => one.start < other.end && other.start < one.end);
    const value = offersAnywhere(options, param).find((one) => isFree(one) && (isMain || isClear(one, param)));
    if (value === undefined) continue;
    taken.push(value);
    values.push([param.name, value]);
  }
  return values;
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

function isClear(one: Candidate, param: Param): boolean {
  return one.strength === 3 || (one.strength === 2 && CLEAR.has(param.kind));
}

/** A search whose arguments are all optional still wants to know what to look for. */
function isMainQuestion({ tool }: FillOptions, param: Param): boolean {
  return (
    param === tool.params[0] &&
    (param.kind === "query" || param.kind === "search") &&
    !tool.params.some((one) => one.required)
  );
}

function offersAnywhere(options: FillOptions, param: Param): Candidate[] {
  const here = offersFor(askOf(options, param, options.clause));
  return options.poolOnly === true ? here : [...here, ...options.anywhere(param)];
}
