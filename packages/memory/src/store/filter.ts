import type { SqlValue } from "./database.ts";

/** Which records are meant. */
export interface RecordFilter {
  /** These, and all below them; default everything. */
  readonly scopes?: readonly string[] | undefined;
  /** Absent: whoever's. Given: those of nobody and of these users (as written in scopes). */
  readonly users?: readonly string[] | undefined;
  /** Only those of this user (as written in scopes). */
  readonly owner?: string | undefined;
  readonly kinds: readonly string[];
  readonly ids?: readonly string[] | undefined;
  /** Created before this time. */
  readonly before?: number | undefined;
  /** Not expired at this time; absent: expired ones, too. */
  readonly aliveAt?: number | undefined;
}

/** A condition on the table `records`, as `r`, and its values. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** The condition that a filter is; it has no text of the filter in it. */
export function conditionOf(filter: RecordFilter): Condition {
  const parts: Condition[] = [oneOf("r.kind", filter.kinds)];
  const scopes = filter.scopes?.includes("/") === true ? undefined : filter.scopes;
  if (scopes !== undefined) parts.push(scopeCondition(scopes));
  if (filter.users !== undefined) {
    const theirs = oneOf("r.user", filter.users);
    parts.push({ sql: `(r.user IS NULL OR ${theirs.sql})`, values: theirs.values });
  }
  if (filter.owner !== undefined) parts.push({ sql: "r.user = ?", values: [filter.owner] });
  if (filter.ids !== undefined) parts.push(oneOf("r.id", filter.ids));
  if (filter.before !== undefined) parts.push({ sql: "r.created_at < ?", values: [filter.before] });
  if (filter.aliveAt !== undefined)
    parts.push({ sql: "(r.expires_at IS NULL OR r.expires_at > ?)", values: [filter.aliveAt] });
  return { sql: parts.map((part) => part.sql).join(" AND "), values: parts.flatMap((part) => part.values) };
}

function oneOf(column: string, values: readonly string[]): Condition {
  return { sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)] };
}

/** "0" is the character after "/": everything below a scope lies between the two. */
function scopeCondition(scopes: readonly string[]): Condition {
  if (scopes.length === 0) return { sql: "FALSE", values: [] };
  const each = scopes.map(() => "(r.scope = ? OR (r.scope > ? AND r.scope < ?))");
  return {
    sql: `(${each.join(" OR ")})`,
    values: scopes.flatMap((scope) => [scope, `${scope}/`, `${scope}0`]),
  };
}
