import { BoathookError, suggestName } from "@boathook/kernel";

import { formatPlace, originOf } from "../config/place.ts";

/** Where a text stands: its field, the task or agent it belongs to, and the file it was read from. */
export interface TextPlace {
  readonly field: string;
  /** As people know it: `task "research"`. */
  readonly owner: string;
  /** The task or agent itself, which knows the file it was read from. */
  readonly source?: object | undefined;
}

/** A `{placeholder}` has no input. */
export class MissingInputError extends BoathookError {
  /** The name between the braces. */
  readonly key: string;
  readonly field: string;
  /** The names of the inputs that were there. */
  readonly given: readonly string[];

  constructor(key: string, at: TextPlace, given: readonly string[]) {
    super(describe(key, at, given), { code: "missing_input" });
    this.key = key;
    this.field = at.field;
    this.given = given;
  }

  static override is(value: unknown): value is MissingInputError {
    return BoathookError.is(value) && value.code === "missing_input";
  }
}

function describe(key: string, at: TextPlace, given: readonly string[]): string {
  const place = at.source === undefined ? undefined : originOf(at.source, at.field);
  const where = place === undefined ? "" : `${formatPlace(place)}: `;
  const shown = given.length === 0 ? "no inputs were given" : `given: ${given.map((name) => `"${name}"`).join(", ")}`;
  const suggestion = given.length === 0 ? undefined : suggestName(key, given);
  const hint = suggestion?.startsWith("did you mean") === true ? ` (${suggestion})` : "";
  return `${where}the ${at.field} of ${at.owner} needs the input "${key}"; ${shown}${hint}. Pass it to kickoff, or write {{${key}}} for the literal text.`;
}
