import { processWide } from "@boathook/kernel";
import type { z } from "zod";

import type { Scope } from "./expressions.ts";

/** What an action of a declared flow is run with. */
export interface FlowActionContext {
  /** What triggered the method. */
  readonly input: unknown;
  /** The kickoff's own; to be read and written. */
  readonly state: Record<string, unknown> & { id: string };
  readonly signal: AbortSignal;
  /** Fills `${…}` in, also deep inside of lists and records; `more` are further names that expressions may use. */
  fill(value: unknown, more?: Scope): unknown;
  /** The value of one expression. */
  evaluate(expression: string, more?: Scope): unknown;
  /** Runs an action inside of this one. */
  run(action: ReadAction, more?: Scope): unknown;
}

/** A kind of action: `type` is the key under which it stands in a method. */
export interface FlowAction<O = unknown> {
  readonly type: string;
  /** Reads the action: its key and the options beside it. */
  readonly schema: z.ZodType<O>;
  /** What of it is expressions, beside the `${…}` in its texts. */
  expressions?(options: O): readonly string[];
  /** Actions inside of it, as they were written, by their place in it. */
  nested?(options: O): Readonly<Record<string, unknown>>;
  /** What is wrong with it beyond its shape: a name that nobody registered. */
  check?(options: O): string | undefined;
  run(options: O, context: FlowActionContext, nested: Readonly<Record<string, ReadAction>>): unknown;
}

/** An action that was read. */
export interface ReadAction {
  readonly action: FlowAction;
  readonly options: unknown;
  readonly nested: Readonly<Record<string, ReadAction>>;
}

const actions = processWide("flow-actions/1", () => new Map<string, FlowAction>());

/** Adds a kind of action for declared flows; the same type again replaces it. Gives the function that takes it out. */
export function registerFlowAction<O>(action: FlowAction<O>): () => void {
  const kind = action as FlowAction; // it is only called with what its own schema gave
  actions.set(action.type, kind);
  return () => {
    if (actions.get(action.type) === kind) actions.delete(action.type);
  };
}

/** The kind of action of that name. */
export function flowAction(type: string): FlowAction | undefined {
  return actions.get(type);
}

/** The names of all kinds. */
export function flowActionTypes(): string[] {
  return [...actions.keys()];
}

/** A function that declared flows may call by name. */
export type FlowFunction = (args: Record<string, unknown>, context: FlowActionContext) => unknown;

const functions = processWide("flow-functions/1", () => new Map<string, FlowFunction>());

/** Lets declared flows call a function; the same name again replaces it. Gives the function that takes it out. */
export function registerFlowFunction(name: string, body: FlowFunction): () => void {
  functions.set(name, body);
  return () => {
    if (functions.get(name) === body) functions.delete(name);
  };
}

/** The function of that name. */
export function flowFunction(name: string): FlowFunction | undefined {
  return functions.get(name);
}

/** The names of all functions. */
export function flowFunctionNames(): string[] {
  return [...functions.keys()];
}
