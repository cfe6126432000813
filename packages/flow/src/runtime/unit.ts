import {
  cancellationOf,
  childFrame,
  closeSpan,
  currentFrame,
  isError,
  linkSignals,
  openSpan,
  type Frame,
  type FrameSlots,
  type LinkedController,
  type Span,
} from "@boathook/kernel";

import {
  MethodExecutionFailedEvent,
  MethodExecutionFinishedEvent,
  MethodExecutionPausedEvent,
  MethodExecutionStartedEvent,
} from "../events.ts";
import { ownOutput } from "../feedback/feedback-types.ts";
import { copyData } from "../state/copy.ts";
import type { FlowParts } from "./flow-parts.ts";
import { parametersOf } from "./parameters.ts";
import { keyOf, type CountedMethod } from "./course.ts";
import type { ReadyMethod } from "./scheduler.ts";

const NO_ARGS: readonly unknown[] = [];

/** One execution of one method, from its started event to its closing one. */
export class Unit {
  readonly ready: ReadyMethod;
  /** `name#n`: the same in every replay of the run. */
  readonly key: string;
  readonly name: string;
  readonly args: readonly unknown[];
  /** Where the method runs. */
  readonly frame: Frame;
  /** Set while the method is being waited for. */
  pending: PromiseLike<unknown> | undefined;
  /** True: it gave its output, so it cannot lose a race any more. */
  isDone = false;
  readonly #span: Span | undefined;
  readonly #own: LinkedController | undefined;
  readonly #parts: FlowParts;

  /** Opens it: emits the started event. `runId` names the record that it becomes a part of. */
  constructor(parts: FlowParts, counted: CountedMethod, runId: string | undefined) {
    const { ready } = counted;
    const { method, input } = ready;
    this.#parts = parts;
    this.ready = ready;
    this.name = method.name;
    this.key = keyOf(counted);
    this.args = input !== undefined && parts.seam.takesInput(method.name) ? [input.value] : NO_ARGS;
    this.#own = method.isRacer ? linkSignals(currentFrame().signal) : undefined;
    const patch = patchOf(this.#own, runId === undefined ? undefined : `${runId}:${this.key}`);
    this.#span = parts.seam.manners.announcesMethods
      ? openSpan(MethodExecutionStartedEvent, this.#startedFields, patch)
      : undefined;
    this.frame = this.#span?.frame ?? (patch === NO_PATCH ? currentFrame() : childFrame(patch));
  }

  /** True: it stands in a race, and can be cancelled alone. */
  get isRacer(): boolean {
    return this.#own !== undefined;
  }

  /** Cancels this unit alone. */
  cancel(reason: unknown): void {
    this.#own?.abort(reason);
  }

  /** It waits for a person; whoever resumes the flow opens it again. */
  paused(): void {
    this.#own?.unlink();
    if (this.#span !== undefined) closeSpan(this.#span, MethodExecutionPausedEvent, { methodName: this.name });
  }

  finished(given: unknown): void {
    const result = ownOutput(given);
    this.#own?.unlink();
    if (this.#span === undefined) return;
    const { state } = this.#parts.record;
    closeSpan(this.#span, MethodExecutionFinishedEvent, () => ({
      methodName: this.name,
      result,
      state: copyData(state),
    }));
  }

  failed(error: unknown): void {
    this.#own?.unlink();
    if (this.#span === undefined) return;
    const { signal } = this.frame;
    const shown = isAbortOf(signal, error) ? cancellationOf(signal) : error;
    closeSpan(this.#span, MethodExecutionFailedEvent, { methodName: this.name, error: shown });
  }

  readonly #startedFields = (): { methodName: string; params: Record<string, unknown> } => ({
    methodName: this.name,
    params: parametersOf(this.args),
  });
}

const NO_PATCH: Partial<FrameSlots & Pick<Frame, "signal">> = {};

function patchOf(own: LinkedController | undefined, recordedUnit: string | undefined): typeof NO_PATCH {
  if (own === undefined && recordedUnit === undefined) return NO_PATCH;
  return {
    ...(own !== undefined && { signal: own.signal }),
    ...(recordedUnit !== undefined && { recordedUnit: { key: recordedUnit, toolCalls: 0 } }),
  };
}

/** True for what methods throw because their signal aborted: its reason, or the `AbortError` that the platform makes of it. */
function isAbortOf(signal: AbortSignal, error: unknown): boolean {
  return signal.aborted && (error === signal.reason || (isError(error) && error.name === "AbortError"));
}
