import { noFindings, type Findings } from "./findings.ts";
import { collectJson } from "./read-json.ts";
import { collectText } from "./read-text.ts";

/** Sorts the text a tool gave by shape: JSON by its structure, plain text by what its lines look like. Reads at most 400 000 characters. */
export function readResult(result: string): Findings {
  const found = noFindings();
  const text = result.length > MAX_CHARACTERS ? result.slice(0, MAX_CHARACTERS) : result;
  const json = parseJson(text);
  if (json === undefined) collectText(found, "", text);
  else collectJson(found, "", json, 0);
  return found;
}

/** The JSON value of a text that is one; nothing when it is none. */
export function parseJson(text: string): unknown {
  if (!/^\s*[[{"]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const MAX_CHARACTERS = 400_000;
