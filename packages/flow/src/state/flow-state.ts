import { describeValue, isPlainObject, type Inputs } from "@boathook/hooks";
import { InvalidInputsError, newId } from "@boathook/kernel";

import { copyData } from "./copy.ts";

/** The state of one kickoff: the flow's own fields and its id. */
export type FlowState = Record<string, unknown> & { id: string };

/** What a flow class gives as `initialState`. */
export type InitialState = object | (() => object) | undefined;

/** A fresh state: a copy of the initial one, and a new id when that has none. */
export function newState(initial: InitialState): FlowState {
  const given: object | undefined = typeof initial === "function" ? (initial as () => object)() : copyData(initial);
  const fields: Record<string, unknown> = { ...given };
  return { ...fields, id: typeof fields.id === "string" && fields.id !== "" ? fields.id : newId() };
}

/** Puts the inputs into the state; `id` names it. */
export function mergeInputs(state: FlowState, inputs: Inputs): void {
  const { id = state.id, ...fields } = inputs;
  if (typeof id !== "string" || id === "") {
    throw new InvalidInputsError([
      { path: "id", message: `the id of a state is a text that is not empty, got ${describeValue(id)}` },
    ]);
  }
  Object.assign(state, fields, { id });
}

/** Makes the state what was recorded: the very object, which methods and hooks may hold. */
export function restoreState(state: FlowState, recorded: unknown): void {
  if (!isPlainObject(recorded)) throw new TypeError(`the recorded state is ${describeValue(recorded)}, not a record`);
  for (const key of Object.keys(state)) Reflect.deleteProperty(state, key);
  Object.assign(state, recorded);
}

/** The caller's inputs as a deep copy, so that neither a hook nor a method edits what the caller holds. */
export function copyInputs(inputs: unknown): Inputs {
  if (inputs === undefined) return {};
  if (isPlainObject(inputs)) return copyData(inputs);
  throw new InvalidInputsError([
    { path: "", message: `expected a plain object of named values, got ${describeValue(inputs)}` },
  ]);
}
