import { describeValue, membersOf, methodDecorator } from "@boathook/hooks";
import { instanceLike, readOptions, type Fault } from "@boathook/kernel";
import type { ModelSource } from "@boathook/models";
import { z } from "zod";

import { labelFaults, type FlowMethodDecorator } from "../definition/decorators.ts";
import { FlowDefinitionError } from "../errors.ts";
import type { HumanFeedbackProvider } from "./feedback-types.ts";

/** What a person is asked after a method, and what comes of the answer. */
export interface HumanFeedbackOptions {
  message: string;
  /** The outcomes: labels that other methods listen to. Absent: the feedback is free text. */
  emit?: readonly string[] | undefined;
  /** Maps free text to an outcome. Absent: only texts that name one are understood. */
  llm?: ModelSource | undefined;
  /** The outcome of empty feedback, and of feedback that stands for none. Absent: such feedback is an error. */
  defaultOutcome?: string | undefined;
  /** Who is asked; absent: the people of the run, as `humanInput` says. */
  provider?: HumanFeedbackProvider | undefined;
  /** Goes into the result as it is. */
  metadata?: Record<string, unknown> | undefined;
}

/** The kind of member record that `@HumanFeedback` writes. */
export const FEEDBACK_MEMBER = "flow-feedback";

/**
 * After the method a person is asked about what it gave; its listeners are given a `HumanFeedbackResult`. With `emit` the outcome of the feedback
 * decides what runs next, as a router's label does. Stands beside `@Start` or `@Listen`, in any order.
 */
export function HumanFeedback(options: HumanFeedbackOptions): FlowMethodDecorator {
  const data: HumanFeedbackOptions = readOptions(schema, options, { subject: "@HumanFeedback" });
  const faults = outcomeFaults(data);
  if (faults.length > 0) throw new FlowDefinitionError("", faults);
  return methodDecorator("HumanFeedback", { kind: FEEDBACK_MEMBER, data });
}

const read = new WeakMap<object, ReadonlyMap<string, HumanFeedbackOptions> | undefined>();

/** What `@HumanFeedback` says of the methods of a class; undefined where it stands on none. */
export function feedbackOf(type: object): ReadonlyMap<string, HumanFeedbackOptions> | undefined {
  if (read.has(type)) return read.get(type);
  const found = membersOf(type).flatMap(
    ({ name, records }) =>
      records
        .filter(({ kind }) => kind === FEEDBACK_MEMBER)
        .map(({ data }) => [String(name), data as HumanFeedbackOptions] as const), // written by our decorator only
  );
  const map = found.length === 0 ? undefined : new Map(found);
  read.set(type, map);
  return map;
}

const schema = z.strictObject({
  message: z.string().min(1),
  emit: z.custom<readonly string[]>().optional(),
  llm: instanceLike<ModelSource>("a model's name, settings with a `model`, or a model object", isModel).optional(),
  defaultOutcome: z.string().optional(),
  provider: instanceLike<HumanFeedbackProvider>("a function", (value) => typeof value === "function").optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});

function isModel(value: unknown): boolean {
  return typeof value === "string" ? value !== "" : typeof value === "object" && value !== null;
}

function outcomeFaults({ emit, llm, defaultOutcome }: HumanFeedbackOptions): Fault[] {
  const path = "@HumanFeedback";
  if (emit !== undefined) {
    const faults = labelFaults(emit, `${path}.emit`);
    if (faults.length > 0 || defaultOutcome === undefined || emit.includes(defaultOutcome)) return faults;
    return [
      {
        path: `${path}.defaultOutcome`,
        message: `${describeValue(defaultOutcome)} is not among the outcomes in \`emit\``,
      },
    ];
  }
  const needsOutcomes = Object.entries({ llm, defaultOutcome }).filter(([, value]) => value !== undefined);
  return needsOutcomes.map(([name]) => ({ path: `${path}.${name}`, message: "it is of use only with `emit`" }));
}
