import { isPlainObject } from "@boathook/hooks";

/** A text with `${…}` in it, taken apart: texts as they are, and the expressions between them. */
export type TemplatePart = { readonly text: string } | { readonly expression: string };

/** Gives the value of an expression. */
export type Evaluate = (expression: string) => unknown;

/** Takes a text apart; `$${` stands for `${`. Undefined where a `${` has no end. */
export function templateParts(text: string): readonly TemplatePart[] | undefined {
  const parts: TemplatePart[] = [];
  let plain = "";
  for (let at = 0; at < text.length;) {
    if (text.startsWith("$${", at)) {
      plain += "${";
      at += 3;
    } else if (text.startsWith("${", at)) {
      const end = endOf(text, at + 2);
      if (end === undefined) return undefined;
      if (plain !== "") parts.push({ text: plain });
      plain = "";
      parts.push({ expression: text.slice(at + 2, end).trim() });
      at = end + 1;
    } else {
      plain += text.charAt(at);
      at += 1;
    }
  }
  return plain === "" ? parts : [...parts, { text: plain }];
}

/** Where the expression that begins here ends: its own braces and texts belong to it. */
function endOf(text: string, from: number): number | undefined {
  const piece = /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|[{}]/g;
  piece.lastIndex = from;
  let depth = 0;
  for (let found = piece.exec(text); found !== null; found = piece.exec(text)) {
    if (found[0] === "{") depth += 1;
    else if (found[0] === "}" && depth === 0) return found.index;
    else if (found[0] === "}") depth -= 1;
  }
  return undefined;
}

/** Every expression in the texts of a value, each with its path. */
export function expressionsIn(
  value: unknown,
  path: string,
): { readonly path: string; readonly expression: string | undefined }[] {
  if (typeof value === "string") {
    const parts = templateParts(value);
    if (parts === undefined) return [{ path, expression: undefined }];
    return parts.flatMap((part) => ("expression" in part ? [{ path, expression: part.expression }] : []));
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => expressionsIn(item, `${path}.${index}`));
  if (!isPlainObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => expressionsIn(item, `${path}.${key}`));
}

/** Fills the texts of a value in. A text that is one `${…}` becomes what that gives, of whatever type; what is filled in is never read as a template. */
export function fill(value: unknown, evaluate: Evaluate): unknown {
  if (typeof value === "string") return fillText(value, evaluate);
  if (Array.isArray(value)) return value.map((item) => fill(item, evaluate));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, evaluate)]));
}

function fillText(text: string, evaluate: Evaluate): unknown {
  const parts = templateParts(text) ?? [{ text }];
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && "expression" in only) return evaluate(only.expression);
  return parts.map((part) => ("text" in part ? part.text : asText(evaluate(part.expression)))).join("");
}

function asText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : JSON.stringify(value);
}
