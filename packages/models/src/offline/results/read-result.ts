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
  if (!/^\s*[[{"]/.test(text) || isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Nested deeper than anything that is meant to be read, which reading and writing would end the stack on. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === OPEN_BRACKET || sign === OPEN_BRACE) depth += 1;
    else if (sign === OPEN_BRACKET + 2 || sign === OPEN_BRACE + 2) depth -= 1;
    if (depth > 200) return true;
  }
  return false;
}

const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;
const MAX_CHARACTERS = 400_000;
