import { isPlainObject } from "@boathook/hooks";

/**
 * The object that a model meant by a text that is no JSON; undefined when it is not plain. Repaired are only a code fence around it, commas
 * before a closing bracket, and single quotes round texts. Takes time linear in the text, whatever it is.
 */
export function repairJson(text: string): Record<string, unknown> | undefined {
  const bare = withoutFence(text.trim());
  return readRecord(bare) ?? readRecord(rewrite(bare));
}

const FENCE = "```";

function withoutFence(text: string): string {
  const firstLine = text.indexOf("\n");
  if (!text.startsWith(FENCE) || !text.endsWith(FENCE) || firstLine === -1) return text;
  return text.slice(firstLine, -FENCE.length);
}

function readRecord(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text, withoutProto);
    return isPlainObject(value) ? value : undefined;
  } catch {
    return undefined; // not plain: the caller reports the text as it was
  }
}

/** An own key `__proto__` would set a prototype where the input is copied by assignment. */
function withoutProto(this: unknown, key: string, value: unknown): unknown {
  return key === "__proto__" ? undefined : value;
}

/** The text with texts in double quotes and without commas that separate nothing; undefined when a text does not end. */
function rewrite(text: string): string | undefined {
  const parts: string[] = [];
  let at = 0;
  for (let special = nextSpecial(text, 0); special !== -1; special = nextSpecial(text, at)) {
    parts.push(text.slice(at, special));
    const char = text.charAt(special);
    const end = char === "," ? special + 1 : stringEnd(text, special, char);
    if (end === -1) return undefined;
    parts.push(char === "," ? keptComma(text, end) : doubleQuoted(text.slice(special, end)));
    at = end;
  }
  return parts.join("") + text.slice(at);
}

function nextSpecial(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"' || char === "'" || char === ",") return at;
  }
  return -1;
}

/** The place after the quote that closes the text. */
function stringEnd(text: string, start: number, quote: string): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === quote) return at + 1;
  }
  return -1;
}

function keptComma(text: string, after: number): string {
  let at = after;
  while (" \t\r\n".includes(text.charAt(at)) && at < text.length) at += 1;
  return text[at] === "}" || text[at] === "]" ? "" : ",";
}

function doubleQuoted(quoted: string): string {
  if (quoted.startsWith('"')) return quoted;
  const content = quoted.slice(1, -1).replace(/\\[\s\S]|"/g, (part) => {
    if (part === "\\'") return "'";
    return part === '"' ? '\\"' : part;
  });
  return `"${content}"`;
}
