import { describeValue, isPlainObject } from "@boathook/hooks";
import type { Fault } from "@boathook/kernel";

/** When a method runs: after a method or at a label of that name, or after some or all of several such conditions. */
export type Condition =
  | string
  | { readonly or: readonly Condition[] }
  | { readonly and: readonly Condition[] }
  | { readonly race: readonly Condition[] };

/** Any of the conditions. As the condition of a listener it fires once per wave: the slower ones do not fire it again. */
export function or(...conditions: Condition[]): Condition {
  return { or: conditions };
}

/** All of the conditions, in any order; what the last one gave is passed on. */
export function and(...conditions: Condition[]): Condition {
  return { and: conditions };
}

/** As `or`, but the methods that lost are cancelled through their signal and their results dropped. */
export function race(...conditions: Condition[]): Condition {
  return { race: conditions };
}

/** Everything that keeps a value from being a condition; nothing when it is one. */
export function conditionFaults(value: unknown, path: string): Fault[] {
  if (typeof value === "string") {
    return value === ""
      ? [{ path, message: "a condition is the name of a method or label, and the text is empty" }]
      : [];
  }
  const [operator, ...others] = isPlainObject(value) ? Object.keys(value) : [];
  if (!isPlainObject(value) || operator === undefined || others.length > 0 || !OPERATORS.includes(operator)) {
    return [{ path, message: `${EXPECTED}, got ${describeValue(value)}` }];
  }
  const parts = value[operator];
  if (!Array.isArray(parts) || parts.length === 0) {
    return [{ path: `${path}.${operator}`, message: `"${operator}" takes at least one condition` }];
  }
  return parts.flatMap((part, index) => conditionFaults(part, `${path}.${operator}.${index}`));
}

/** Every name that a condition mentions, each once. */
export function namesIn(condition: Condition): ReadonlySet<string> {
  const names = new Set<string>();
  collectNames(condition, names);
  return names;
}

const OPERATORS: readonly string[] = ["or", "and", "race"];
const EXPECTED = "expected the name of a method or label, or(…), and(…) or race(…)";

function collectNames(condition: Condition, names: Set<string>): void {
  if (typeof condition === "string") names.add(condition);
  else for (const part of partsOf(condition)) collectNames(part, names);
}

function partsOf(condition: Exclude<Condition, string>): readonly Condition[] {
  if ("or" in condition) return condition.or;
  return "and" in condition ? condition.and : condition.race;
}
