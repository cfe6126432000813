import { membersOf, type DecoratedMember } from "@boathook/hooks";
import type { Fault } from "@boathook/kernel";

import type { Condition } from "./condition.ts";
import { FLOW_MEMBER, type FlowMember } from "./decorators.ts";
import { FEEDBACK_MEMBER, type HumanFeedbackOptions } from "../feedback/human-feedback.ts";
import type { MethodDefinition } from "./flow-definition.ts";

/** One method of a flow, by name: lists of them keep the order of declaration, which records do not for names that look like numbers. */
export type NamedMethod = readonly [name: string, definition: MethodDefinition];

/** What a flow class declares, parents first, and what is wrong with it. */
export function methodsOfClass(type: object): {
  readonly methods: readonly NamedMethod[];
  readonly faults: readonly Fault[];
} {
  const methods: NamedMethod[] = [];
  const faults: Fault[] = [];
  for (const member of membersOf(type)) {
    const records = flowRecords(member);
    const feedback = feedbackIn(member);
    if (records.length === 0 && feedback.length === 0) continue;
    const name = String(member.name);
    faults.push(...memberFaults(member.name, records), ...feedbackFaults(name, records, feedback.length));
    const emit = feedback[0]?.emit;
    methods.push([name, emit === undefined ? merged(records) : { ...merged(records), emit }]);
  }
  return { methods, faults };
}

function flowRecords(member: DecoratedMember): readonly FlowMember[] {
  return member.records.filter((record) => record.kind === FLOW_MEMBER).map((record) => record.data as FlowMember); // written by our decorators only
}

function feedbackIn(member: DecoratedMember): readonly HumanFeedbackOptions[] {
  return member.records
    .filter((record) => record.kind === FEEDBACK_MEMBER)
    .map((record) => record.data as HumanFeedbackOptions); // written by our decorator only
}

function feedbackFaults(name: string, records: readonly FlowMember[], count: number): Fault[] {
  const path = `methods.${name}`;
  if (count > 1) return [{ path, message: "@HumanFeedback stands on it twice" }];
  if (count === 0 || records.every(({ emit }) => emit === undefined)) return [];
  const message = "a router decides by what it returns, and @HumanFeedback by what a person says; use two methods";
  return [{ path, message }];
}

function merged(records: readonly FlowMember[]): MethodDefinition {
  let definition: { start?: true | Condition; listen?: Condition; router?: Condition; emit?: readonly string[] } = {};
  for (const { decorator, condition, emit } of records) {
    if (decorator === "Start") definition = { ...definition, start: condition ?? true };
    else if (condition !== undefined)
      definition = { ...definition, [decorator === "Listen" ? "listen" : "router"]: condition };
    if (emit !== undefined) definition = { ...definition, emit };
  }
  return definition;
}

function memberFaults(name: string | symbol, records: readonly FlowMember[]): Fault[] {
  const path = `methods.${String(name)}`;
  const faults: Fault[] = [];
  if (typeof name === "symbol")
    faults.push({ path, message: "a flow method is found by its name, which cannot be a symbol" });
  const kinds = records.map((record) => record.decorator);
  const twice = kinds.find((kind, index) => kinds.indexOf(kind) !== index);
  if (twice !== undefined)
    faults.push({ path, message: `@${twice} stands on it twice; use or(…) for several conditions` });
  const isLoneRouter = records.every((record) => record.decorator === "Router" && record.condition === undefined);
  if (isLoneRouter) faults.push({ path, message: "@Router without a condition stands beside @Start()" });
  return faults;
}
