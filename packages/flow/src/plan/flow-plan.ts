import type { FlowDefinition } from "../definition/flow-definition.ts";
import type { NamedMethod } from "../definition/read-class.ts";
import { conditionsOf, graphFaults } from "../definition/validate.ts";
import { FlowDefinitionError } from "../errors.ts";
import { compileCondition, namesOf, racersIn, type ConditionNode } from "./condition-node.ts";

/** One method of a flow, ready to be scheduled. */
export interface PlannedMethod {
  readonly name: string;
  /** Its place in the order of declaration. */
  readonly index: number;
  /** The labels of a router; undefined for every other method. */
  readonly emit: ReadonlySet<string> | undefined;
  /** Any of these makes it run; a condition that is no `or` and no `race` is the only one. */
  readonly branches: readonly ConditionNode[];
  readonly isRace: boolean;
  /** A listener to several branches fires once per wave, and has a number among those that do. */
  readonly onceIndex: number | undefined;
  /** Stands in a race, so it can be cancelled alone. */
  readonly isRacer: boolean;
}

/** Who may run because of one event; each list in order of declaration. */
export interface Dependants {
  readonly routers: readonly PlannedMethod[];
  readonly listeners: readonly PlannedMethod[];
}

/** A checked and compiled flow, made once and shared by all its kickoffs. */
export interface FlowPlan {
  readonly definition: FlowDefinition;
  readonly starts: readonly PlannedMethod[];
  /** By the name of a method or label. */
  readonly dependants: ReadonlyMap<string, Dependants>;
  /** How many listeners fire once per wave. */
  readonly onceCount: number;
  /** False: never are two methods under way at the same time. */
  readonly hasBranches: boolean;
}

/** Checks and compiles a flow; throws `FlowDefinitionError` with everything that is wrong with it. */
export function compileFlow(name: string, methods: readonly NamedMethod[]): FlowPlan {
  const faults = graphFaults(methods);
  if (faults.length > 0) throw new FlowDefinitionError(name, faults);
  const planned = planMethods(methods);
  const starts = startsOf(methods, planned);
  const dependants = dependantsOf(planned);
  return {
    definition: { name, methods: Object.fromEntries(methods) },
    starts,
    dependants,
    onceCount: planned.filter((method) => method.onceIndex !== undefined).length,
    hasBranches: starts.length > 1 || planned.some((method) => followersOf(method, dependants) > 1),
  };
}

function planMethods(methods: readonly NamedMethod[]): readonly PlannedMethod[] {
  const conditions = methods.map(([, definition]) =>
    conditionsOf(definition).map(([, condition]) => compileCondition(condition)),
  );
  const racers = new Set(conditions.flat().flatMap(racersIn));
  let onceCount = 0;
  return methods.map(([name, { emit }], index) => {
    const condition = conditions[index]?.[0];
    const branches = branchesOf(condition);
    const isOnce = branches.length > 1 && emit === undefined;
    return {
      name,
      index,
      emit: emit === undefined ? undefined : new Set(emit),
      branches,
      isRace: condition?.kind === "race",
      onceIndex: isOnce ? onceCount++ : undefined,
      isRacer: racers.has(name),
    };
  });
}

function branchesOf(condition: ConditionNode | undefined): readonly ConditionNode[] {
  if (condition === undefined) return [];
  return condition.kind === "or" || condition.kind === "race" ? condition.parts : [condition];
}

function startsOf(methods: readonly NamedMethod[], planned: readonly PlannedMethod[]): readonly PlannedMethod[] {
  const unconditional = planned.filter((method) => methods[method.index]?.[1].start === true);
  return unconditional.length > 0
    ? unconditional
    : planned.filter((method) => methods[method.index]?.[1].start !== undefined);
}

function dependantsOf(planned: readonly PlannedMethod[]): ReadonlyMap<string, Dependants> {
  const map = new Map<string, { routers: PlannedMethod[]; listeners: PlannedMethod[] }>();
  for (const method of planned) {
    for (const name of new Set(method.branches.flatMap(namesOf))) {
      const entry = map.get(name) ?? { routers: [], listeners: [] };
      map.set(name, entry);
      (method.emit === undefined ? entry.listeners : entry.routers).push(method);
    }
  }
  return map;
}

/** How many methods its completion, and one label of it, can start. */
function followersOf(method: PlannedMethod, dependants: ReadonlyMap<string, Dependants>): number {
  const count = (name: string): number => {
    const entry = dependants.get(name);
    return entry === undefined ? 0 : entry.routers.length + entry.listeners.length;
  };
  return count(method.name) + Math.max(0, ...[...(method.emit ?? [])].map(count));
}
