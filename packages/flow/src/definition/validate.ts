import { suggestName, type Fault } from "@boathook/kernel";

import { conditionFaults, namesIn, type Condition } from "./condition.ts";
import { labelFaults } from "./decorators.ts";
import type { MethodDefinition } from "./flow-definition.ts";
import type { NamedMethod } from "./read-class.ts";

/** Everything that is wrong with the graph of a flow, in order of its methods. */
export function graphFaults(methods: readonly NamedMethod[]): Fault[] {
  const labels = new Set(methods.flatMap(([, { emit = [] }]) => emit));
  const known = new Set([...methods.map(([name]) => name), ...labels]);
  const faults = methods.flatMap(([name, definition]) => [
    ...conditionsOf(definition).flatMap(([part, condition]) =>
      usedConditionFaults({ name, part, condition, known, labels }),
    ),
    ...roleFaults(name, definition),
  ]);
  faults.push(...duplicateFaults(methods));
  return methods.some(([, definition]) => definition.start !== undefined) ? faults : [...faults, noStart(methods)];
}

/** The conditions of a method, each with the part of the definition it stands in. */
export function conditionsOf(
  definition: MethodDefinition,
): readonly (readonly ["start" | "listen" | "router", Condition])[] {
  const { start, listen, router } = definition;
  return [
    ...(start === undefined || start === true ? [] : [["start", start] as const]),
    ...(listen === undefined ? [] : [["listen", listen] as const]),
    ...(router === undefined ? [] : [["router", router] as const]),
  ];
}

interface Used {
  readonly name: string;
  readonly part: string;
  readonly condition: Condition;
  readonly known: ReadonlySet<string>;
  readonly labels: ReadonlySet<string>;
}

function usedConditionFaults({ name, part, condition, known, labels }: Used): Fault[] {
  const path = `methods.${name}.${part}`;
  const malformed = conditionFaults(condition, path);
  if (malformed.length > 0) return malformed;
  return [...namesIn(condition)].flatMap((used): Fault[] => {
    if (used === name) return [selfFault(name, path, labels.has(name))];
    if (known.has(used)) return [];
    const message = `there is no method and no router label "${used}"`;
    const suggestion = suggestName(used, known);
    return [suggestion === undefined ? { path, message } : { path, message, suggestion }];
  });
}

function selfFault(name: string, path: string, isLabel: boolean): Fault {
  const fault = { path, message: `"${name}" waits for itself` };
  return isLabel
    ? { ...fault, suggestion: "methods and labels share their names; call the method something else" }
    : fault;
}

function roleFaults(name: string, definition: MethodDefinition): Fault[] {
  const path = `methods.${name}`;
  const faults: Fault[] = [];
  const { start, router, emit } = definition;
  const conditions = conditionsOf(definition);
  if (conditions.length > 1) {
    const parts = conditions.map(([part]) => part).join(" and ");
    faults.push({ path, message: `it has several conditions (${parts}); use one, with or(…) if need be` });
  }
  if (conditions.length === 0 && start === undefined)
    faults.push({ path, message: "it has no condition, so it would never run" });
  if (emit !== undefined) faults.push(...labelFaults(emit, `${path}.emit`));
  else if (router !== undefined) faults.push({ path: `${path}.emit`, message: "a router declares its labels" });
  if (emit?.includes(name) === true) {
    faults.push({
      path: `${path}.emit`,
      message: `label "${name}" is the router's own name; whoever waits for it would run twice`,
    });
  }
  return faults;
}

function duplicateFaults(methods: readonly NamedMethod[]): Fault[] {
  const counts = new Map<string, number>();
  for (const [name] of methods) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([name, count]) => ({ path: `methods.${name}`, message: `there are ${count} methods of this name` }));
}

function noStart(methods: readonly NamedMethod[]): Fault {
  const message = methods.length === 0 ? "the flow has no methods" : "no method starts the flow";
  return { path: "methods", message, suggestion: "put @Start() on the method that runs first" };
}
