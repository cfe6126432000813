import { hookMembersOf } from "@boathook/hooks";
import type { Fault } from "@boathook/kernel";

import { methodsOfClass } from "../definition/read-class.ts";
import { graphFaults } from "../definition/validate.ts";
import { FlowDefinitionError } from "../errors.ts";
import { compileFlow, type FlowPlan } from "./flow-plan.ts";

/** What a flow class declares: its graph, and whether it has hook methods. */
export interface ClassPlan {
  readonly plan: FlowPlan;
  readonly hasHooks: boolean;
}

const plans = new WeakMap<object, ClassPlan>();

/** The plan of a flow class, made when first asked for; `reserved` says which names a method cannot have. Throws `FlowDefinitionError` with all faults. */
export function planOfClass(type: { readonly name: string }, reserved: (name: string) => boolean): ClassPlan {
  const known = plans.get(type);
  if (known !== undefined) return known;
  const { methods, faults } = methodsOfClass(type);
  const all = [...faults, ...methods.flatMap(([name]) => reservedFaults(name, reserved))];
  if (all.length > 0) throw new FlowDefinitionError(type.name, [...all, ...graphFaults(methods)]);
  const made: ClassPlan = { plan: compileFlow(type.name, methods), hasHooks: hookMembersOf(type).length > 0 };
  plans.set(type, made);
  return made;
}

function reservedFaults(name: string, reserved: (name: string) => boolean): Fault[] {
  return reserved(name)
    ? [{ path: `methods.${name}`, message: `"${name}" is a member of every flow; give the method another name` }]
    : [];
}
