import { isPlainObject, type MaybePromise } from "@boathook/hooks";
import { InvalidInputsError, isPromiseLike } from "@boathook/kernel";
import type { StandardSchemaV1 } from "@standard-schema/spec";

import { restoreState, type FlowState } from "./flow-state.ts";

/** Reads the state by the flow's schema, and leaves what that gives in the very object; the `id` stays, also where the schema does not know it. Throws `InvalidInputsError` with every fault. */
export function readState(state: FlowState, schema: StandardSchemaV1): MaybePromise<void> {
  const { id } = state;
  const read = schema["~standard"].validate({ ...state });
  if (isPromiseLike(read)) return read.then((result) => leave(state, id, result));
  leave(state, id, read);
}

function leave(state: FlowState, id: string, result: StandardSchemaV1.Result<unknown>): void {
  if (result.issues !== undefined) {
    const faults = result.issues.map(({ path = [], message }) => ({ path: path.map(partOf).join("."), message }));
    throw new InvalidInputsError(faults, { subject: "inputs or initial state" });
  }
  if (!isPlainObject(result.value)) {
    throw new InvalidInputsError([{ path: "", message: "the flow's stateSchema must give a record" }]);
  }
  restoreState(state, { ...result.value, id });
}

function partOf(part: PropertyKey | StandardSchemaV1.PathSegment): string {
  return String(typeof part === "object" ? part.key : part);
}
