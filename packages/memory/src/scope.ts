import { createHash } from "node:crypto";

import { cleanText } from "./record.ts";

const LONGEST_PART = 120;

/**
 * A scope of kinds and names in turn: `scopeOf("crew", "My crew", "agent", "Clerk")` is `/crew/My%20crew/agent/Clerk`. Different parts never give
 * the same scope, and no name can pass for the kind `user`.
 */
export function scopeOf(...parts: readonly string[]): string {
  return `/${parts.map((part, index) => (index % 2 === 0 ? escaped(part) : scopePart(part))).join("/")}`;
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

/** A name as a part of a scope; a long one is cut and told apart by its hash. */
export function scopePart(name: string): string {
  const part = escaped(name);
  if (part === "user") return "%75ser"; // "user" is the kind that says whose things are
  if (part.length <= LONGEST_PART) return part;
  return `${part.slice(0, LONGEST_PART - 33)}~${createHash("sha256").update(name).digest("hex").slice(0, 32)}`;
}

function escaped(part: string): string {
  return part === "" ? "%" : encodeURIComponent(cleanText(part));
}
