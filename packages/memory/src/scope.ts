import { createHash } from "node:crypto";

import { cleanText } from "./record.ts";

const LONGEST_PART = 120;

/** A scope of these parts: `scopeOf("crew", "My crew")` is `/crew/My%20crew`. Different parts never give the same scope. */
export function scopeOf(...parts: readonly string[]): string {
  return `/${parts.map(scopePart).join("/")}`;
}

/** A scope below another one. */
export function scopeWithin(root: string, ...parts: readonly string[]): string {
  if (parts.length === 0) return root;
  return root === "/" ? scopeOf(...parts) : `${root}${scopeOf(...parts)}`;
}

/** The user in a scope, as it is written there: the part after `user`; undefined where there is none. */
export function userPartOf(scope: string): string | undefined {
  const parts = scope.split("/");
  const at = parts.indexOf("user");
  return at === -1 ? undefined : parts[at + 1];
}

/** One part of a scope, escaped; a long one is cut and told apart by its hash. */
export function scopePart(part: string): string {
  const escaped = encodeURIComponent(cleanText(part));
  if (escaped === "") return "%";
  if (escaped.length <= LONGEST_PART) return escaped;
  return `${escaped.slice(0, LONGEST_PART - 33)}~${createHash("sha256").update(part).digest("hex").slice(0, 32)}`;
}
