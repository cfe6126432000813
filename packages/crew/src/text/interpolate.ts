import type { Inputs } from "@boathook/hooks";
import { BoathookError, InvalidInputsError } from "@boathook/kernel";

/** Where a text stands: its field, and the task or agent it belongs to. */
export interface TextPlace {
  readonly field: string;
  readonly owner: string;
}

/** A `{placeholder}` has no input. */
export class MissingInputError extends BoathookError {
  readonly key: string;
  readonly field: string;
  readonly given: readonly string[];

  constructor(key: string, place: TextPlace, given: readonly string[]) {
    const shown = given.length === 0 ? "no inputs were given" : `given: ${given.map((name) => `"${name}"`).join(", ")}`;
    super(
      `The ${place.field} of ${place.owner} needs the input "${key}"; ${shown}. Pass it to kickoff, or write {{${key}}} for the literal text.`,
      {
        code: "missing_input",
      },
    );
    this.key = key;
    this.field = place.field;
    this.given = given;
  }
}

const PLACEHOLDER = /\{\{([A-Za-z_][\w-]*)\}\}|\{([A-Za-z_][\w-]*)\}/g;

/** Fills in `{name}` in one pass; a value is never looked into again. `{{name}}` yields `{name}`; every other brace stays. */
export function interpolate(text: string, inputs: Inputs, place: TextPlace): string {
  if (!text.includes("{")) return text;
  return text.replace(PLACEHOLDER, (_match, escaped: string | undefined, name: string | undefined) => {
    if (escaped !== undefined) return `{${escaped}}`;
    const key = name ?? "";
    if (!Object.hasOwn(inputs, key) || inputs[key] === undefined)
      throw new MissingInputError(key, place, Object.keys(inputs));
    return textOf(inputs[key], key);
  });
}

/** The names that a text needs, in order of appearance, each once. */
export function placeholdersOf(text: string): string[] {
  const names = [...text.matchAll(PLACEHOLDER)].flatMap((match) => match[2] ?? []);
  return [...new Set(names)];
}

function textOf(value: unknown, key: string): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "boolean":
    case "bigint":
      return String(value);
    case "object":
      return value === null ? "" : jsonOf(value, key);
    case "undefined":
    case "function":
    case "symbol":
      throw unusable(key, `a ${typeof value} cannot be written into a text`);
  }
}

function jsonOf(value: object, key: string): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    throw unusable(key, "the value cannot be written as JSON", cause);
  }
}

function unusable(key: string, message: string, cause?: unknown): InvalidInputsError {
  return new InvalidInputsError([{ path: key, message }], cause === undefined ? {} : { cause });
}
