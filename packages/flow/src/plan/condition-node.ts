import type { Condition } from "../definition/condition.ts";

/** A condition ready to be evaluated: nested `or` in `or` and `and` in `and` are one, a group of one is its member. */
export type ConditionNode =
  | { readonly kind: "name"; readonly name: string }
  | {
      readonly kind: "or" | "and" | "race";
      readonly parts: readonly ConditionNode[];
      readonly names: ReadonlySet<string>;
    };

/** Compiles a condition. */
export function compileCondition(condition: Condition): ConditionNode {
  if (typeof condition === "string") return { kind: "name", name: condition };
  const [kind, members] = groupOf(condition);
  const parts = members.map(compileCondition).flatMap((part) => (part.kind === kind ? part.parts : [part]));
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  return { kind, parts, names: new Set(parts.flatMap(namesOf)) };
}

/** The names that a node mentions. */
export function namesOf(node: ConditionNode): readonly string[] {
  return node.kind === "name" ? [node.name] : [...node.names];
}

/** True when the node mentions the name. */
export function mentions(node: ConditionNode, name: string): boolean {
  return node.kind === "name" ? node.name === name : node.names.has(name);
}

/** The names seen so far, and which of them came last. */
export interface Seen {
  readonly seen: ReadonlySet<string>;
  readonly latest: string;
}

/** True when the names seen so far satisfy the node. Names that lost a race inside of the node to the latest one are added to `losers`. */
export function isSatisfied(node: ConditionNode, by: Seen, losers: Set<string>): boolean {
  if (node.kind === "name") return by.seen.has(node.name);
  const satisfied = node.parts.filter((part) => isSatisfied(part, by, losers));
  if (node.kind === "race") addLosers({ parts: node.parts, satisfied, winner: by.latest }, losers);
  return node.kind === "and" ? satisfied.length === node.parts.length : satisfied.length > 0;
}

/** Adds the names of the parts of a race that its winner does not stand in. */
export function addLosers(
  race: {
    readonly parts: readonly ConditionNode[];
    readonly satisfied: readonly ConditionNode[];
    readonly winner: string;
  },
  losers: Set<string>,
): void {
  if (!race.satisfied.some((part) => mentions(part, race.winner))) return;
  for (const part of race.parts) {
    if (mentions(part, race.winner)) continue;
    for (const name of namesOf(part)) losers.add(name);
  }
}

/** The names that stand in any race of the node. */
export function racersIn(node: ConditionNode): readonly string[] {
  if (node.kind === "name") return [];
  return node.kind === "race" ? namesOf(node) : node.parts.flatMap(racersIn);
}

function groupOf(condition: Exclude<Condition, string>): readonly ["or" | "and" | "race", readonly Condition[]] {
  if ("or" in condition) return ["or", condition.or];
  return "and" in condition ? ["and", condition.and] : ["race", condition.race];
}
