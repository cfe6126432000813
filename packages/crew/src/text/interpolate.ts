import type { Inputs } from "@boathook/hooks";

import { inputText } from "./input-text.ts";
import { MissingInputError, type TextPlace } from "./missing-input-error.ts";

const PLACEHOLDER = /\{\{([A-Za-z_][\w-]*)\}\}|\{([A-Za-z_][\w-]*)\}/g;

/**
 * Fills in `{name}` in one pass; a value is never looked into again. `{{name}}` yields `{name}`; every other brace stays. Throws
 * `MissingInputError` for a name without input, `InvalidInputsError` for a value that has no form as text.
 */
export function interpolate(text: string, inputs: Inputs, at: TextPlace): string {
  if (!text.includes("{")) return text;
  return text.replace(PLACEHOLDER, (_match, escaped: string | undefined, name: string | undefined) => {
    if (name === undefined) return `{${escaped ?? ""}}`; // one of the two always matched
    const value = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
    if (value === undefined) throw new MissingInputError(name, at, Object.keys(inputs));
    return inputText(value, name);
  });
}

/** The names that a text needs, in order of appearance, each once. */
export function placeholdersOf(text: string): string[] {
  const names = [...text.matchAll(PLACEHOLDER)].flatMap((match) => match[2] ?? []);
  return [...new Set(names)];
}
