import { dispatchIfHooked, type HookPoints } from "@boathook/hooks";
import { cancellationOf, currentFrame, emit, isPromiseLike, throwIfCancelled } from "@boathook/kernel";

import { MethodStreamChunkEvent } from "../events.ts";
import { collectFeedback } from "../feedback/collect.ts";
import type { FlowParts } from "./flow-parts.ts";
import { checkLabel } from "./label.ts";
import { argumentsOf, parametersOf } from "./parameters.ts";
import type { Unit } from "./unit.ts";

/**
 * PRE_STEP, the method, POST_STEP. What it gives, or throws, is what the unit gives; a promise only where something in it is asynchronous. Runs in
 * the unit's frame.
 */
export function runUnit(parts: FlowParts, unit: Unit): unknown {
  if (!parts.seam.manners.dispatchesSteps) return callMethod(parts, unit, unit.args);
  const before = dispatchIfHooked("pre_step", () =>
    stepContext(parts, unit, { payload: parametersOf(unit.args), output: undefined }),
  );
  if (before === undefined) return callMethod(parts, unit, unit.args);
  if (isPromiseLike(before)) return afterPreStep(parts, unit, before);
  return callMethod(parts, unit, argumentsOf(before.payload, unit.args));
}

async function afterPreStep(
  parts: FlowParts,
  unit: Unit,
  before: PromiseLike<HookPoints["pre_step"]["context"]>,
): Promise<unknown> {
  const { payload } = await before;
  return callMethod(parts, unit, argumentsOf(payload, unit.args));
}

function callMethod(parts: FlowParts, unit: Unit, args: readonly unknown[]): unknown {
  const returned = parts.seam.runMethod(unit.name, args);
  return isPromiseLike(returned) || isAsyncIterable(returned)
    ? afterMethod(parts, unit, returned)
    : leave(parts, unit, returned);
}

async function afterMethod(parts: FlowParts, unit: Unit, returned: unknown): Promise<unknown> {
  const value = await returned;
  return leave(parts, unit, isAsyncIterable(value) ? await pull(unit, value) : value);
}

/** What a cancelled method gives does not count, also when it did not look at its signal. */
function leave(parts: FlowParts, unit: Unit, value: unknown): unknown {
  const { signal } = currentFrame();
  if (signal.aborted) throw cancellationOf(signal);
  if (!parts.seam.manners.dispatchesSteps) return checked(parts, unit, value);
  const after = dispatchIfHooked("post_step", () => stepContext(parts, unit, { payload: value, output: value }));
  if (after === undefined) return checked(parts, unit, value);
  if (isPromiseLike(after)) return after.then(({ payload }) => checked(parts, unit, payload));
  return checked(parts, unit, after.payload);
}

function checked(parts: FlowParts, unit: Unit, value: unknown): unknown {
  const asked = parts.seam.feedback?.get(unit.name);
  if (asked !== undefined) {
    const flowId = parts.record.state.id;
    return collectFeedback({ flowId, key: unit.key, methodName: unit.name, output: value }, asked);
  }
  checkLabel(parts.seam.plan.definition.name, unit.ready.method, value);
  return value;
}

/** Reads a stream in the run's own context: texts are joined, everything else becomes a list. */
async function pull(unit: Unit, stream: AsyncIterable<unknown>): Promise<unknown> {
  const { signal } = currentFrame();
  const chunks: unknown[] = [];
  for await (const chunk of stream) {
    throwIfCancelled(signal);
    emit(MethodStreamChunkEvent, () => ({ methodName: unit.name, chunk }));
    chunks.push(chunk);
  }
  return chunks.every((chunk) => typeof chunk === "string") ? chunks.join("") : chunks;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/** The fields of both points' contexts; the point's own type is what is asked for. */
function stepContext(
  parts: FlowParts,
  unit: Unit,
  values: { readonly payload: unknown; readonly output: unknown },
): never {
  const { execution, signal } = currentFrame();
  const context = {
    executionId: execution?.id ?? "",
    signal,
    kind: "flow_method",
    stepName: unit.name,
    flow: parts.record.flow,
    agent: undefined,
    agentRole: undefined,
    task: undefined,
    crew: undefined,
    ...values,
  };
  return context as never; // the record holds the flow as a plain object, so no type says that these are the fields of the point
}
