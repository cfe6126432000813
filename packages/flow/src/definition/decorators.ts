import {
  describeValue,
  isDecoratorCall,
  isPlainObject,
  methodDecorator,
  type MethodDecoratorOf,
} from "@boathook/hooks";
import { suggestName, type Fault } from "@boathook/kernel";

import { FlowDefinitionError } from "../errors.ts";
import { conditionFaults, type Condition } from "./condition.ts";

/** The kind of member record that a flow decorator writes. */
export const FLOW_MEMBER = "flow";

/** What one flow decorator wrote down. */
export interface FlowMember {
  readonly decorator: "Start" | "Listen" | "Router";
  readonly condition: Condition | undefined;
  readonly emit: readonly string[] | undefined;
}

/** Stands on any public method of a flow. */
export type FlowMethodDecorator = MethodDecoratorOf<(...args: never[]) => unknown>;

/** `@Start`, `@Start()`, `@Start(condition)`, `@Start({ emit })`, `@Start(condition, { emit })`. */
export interface StartDecorator extends FlowMethodDecorator {
  (condition?: Condition, options?: { emit?: readonly string[] | undefined }): FlowMethodDecorator;
  (options: { emit: readonly string[] }): FlowMethodDecorator;
}

/** The method runs when the flow starts; with a condition, when that is met. With `emit` it is also a router. */
export const Start = ((...args: readonly unknown[]): unknown => {
  if (!isDecoratorCall(args)) return flowDecorator("Start", args);
  (flowDecorator("Start", []) as (...applied: readonly unknown[]) => void)(...args); // applied bare, in either mode
  return undefined;
}) as StartDecorator; // the interface lists every way it is called

/** The method runs after a method, or at a label, of that name. */
export function Listen(condition: Condition): FlowMethodDecorator {
  return flowDecorator("Listen", [condition]);
}

/** The method runs when the condition is met; what it returns is the label that decides what runs next. Without a condition it stands beside `@Start()`. */
export function Router(condition: Condition, options: { emit: readonly string[] }): FlowMethodDecorator;
export function Router(options: { emit: readonly string[] }): FlowMethodDecorator;
export function Router(...args: readonly unknown[]): FlowMethodDecorator {
  return flowDecorator("Router", args);
}

function flowDecorator(decorator: FlowMember["decorator"], args: readonly unknown[]): FlowMethodDecorator {
  const [condition, options] = isOptions(args[0]) ? [undefined, args[0]] : args;
  const faults = [...conditionArgument(decorator, condition), ...emitArgument(decorator, options)];
  if (faults.length > 0) throw new FlowDefinitionError("", faults);
  const { emit } = (options ?? {}) as { emit?: readonly string[] }; // checked two lines above
  const data: FlowMember = { decorator, condition: condition as Condition | undefined, emit };
  return methodDecorator(decorator, { kind: FLOW_MEMBER, data });
}

/** Conditions are objects, too; options are those that do not look like one. */
function isOptions(value: unknown): boolean {
  return isPlainObject(value) && !["or", "and", "race"].some((operator) => operator in value);
}

function conditionArgument(decorator: FlowMember["decorator"], condition: unknown): Fault[] {
  if (condition === undefined && decorator !== "Listen") return [];
  return conditionFaults(condition, `@${decorator}`);
}

function emitArgument(decorator: FlowMember["decorator"], options: unknown): Fault[] {
  const path = `@${decorator}`;
  if (options === undefined) {
    return decorator === "Router" ? [{ path, message: "a router declares its labels: { emit: [...] }" }] : [];
  }
  if (!isPlainObject(options)) return [{ path, message: `expected { emit: [...] }, got ${describeValue(options)}` }];
  const unknown = Object.keys(options).filter((key) => key !== "emit");
  return [
    ...unknown.map((key) => ({
      path: `${path}.${key}`,
      message: "unknown option",
      suggestion: suggestName(key, ["emit"]) ?? "",
    })),
    ...labelFaults(options.emit, `${path}.emit`),
  ];
}

/** Everything that keeps a value from being a router's labels. */
export function labelFaults(emit: unknown, path: string): Fault[] {
  if (!Array.isArray(emit) || emit.length === 0) return [{ path, message: "a router declares at least one label" }];
  return emit.flatMap((label: unknown, index) => {
    const at = `${path}.${index}`;
    if (typeof label !== "string" || label === "")
      return [{ path: at, message: `a label is a text, got ${describeValue(label)}` }];
    return emit.indexOf(label) === index ? [] : [{ path: at, message: `label "${label}" is there twice` }];
  });
}
