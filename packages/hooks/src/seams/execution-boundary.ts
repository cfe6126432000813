import { childFrame, currentFrame, errorMessage, graceAfter, log, runInFrame } from "@boathook/kernel";

import type { Inputs } from "../contexts/common.ts";
import { dispatchIfHooked } from "../dispatch.ts";
import { replacedBy } from "../engine/dispatch-record.ts";
import { InvalidHookResultError } from "../errors.ts";
import type { HookPoints } from "../hook-points.ts";
import type { Ref } from "../runtime-refs.ts";
import { describeValue, isPlainObject } from "../values.ts";

/** Whose boundary it is: exactly one of the two. */
export type BoundaryOwner =
  { readonly crew: Ref<"crew">; readonly flow?: undefined } | { readonly flow: Ref<"flow">; readonly crew?: undefined };

/** Reads what hooks left as the result; throws what `invalid` gives when it cannot stand there. */
export type ReadOutput<R> = (
  payload: unknown,
  original: R,
  invalid: (expected: string, came: string) => InvalidHookResultError,
) => R;

type BoundaryPoint = "execution_start" | "input" | "output" | "execution_end";
type BoundaryContext = HookPoints[BoundaryPoint]["context"] & { payload: unknown };

/** How long the EXECUTION_END hooks of a cancelled run may still take, in milliseconds: a hook that hangs must not keep the run from ending. */
const CANCELLED_END_LIMIT_MS = 5_000;

/**
 * The four boundary dispatches of one run, in order: `start`, `input`, `output`, then `complete` or `fail`. Each EXECUTION_START that came back
 * is followed by exactly one EXECUTION_END.
 */
export class ExecutionBoundary<R> {
  readonly #owner: BoundaryOwner;
  readonly #readOutput: ReadOutput<R>;
  #isOpen = false;
  #isClosed = false;

  constructor(owner: BoundaryOwner, readOutput: ReadOutput<R>) {
    this.#owner = owner;
    this.#readOutput = readOutput;
  }

  /** For a run that goes on where an earlier process stopped: its EXECUTION_START was dispatched there. */
  resume(): void {
    this.#isOpen = true;
  }

  /** EXECUTION_START. `onPayload` is told what the hooks left, also when one of them aborted; not called when there are no hooks. */
  async start(inputs: Inputs, onPayload?: (payload: unknown) => void): Promise<Inputs> {
    const left = await this.#dispatch("execution_start", { payload: inputs, inputs }, onPayload);
    this.#isOpen = true;
    return left === undefined ? inputs : readInputs("execution_start", left);
  }

  /** INPUT. `onPayload` as for `start`. */
  async input(inputs: Inputs, onPayload?: (payload: unknown) => void): Promise<Inputs> {
    const left = await this.#dispatch("input", { payload: inputs, inputs }, onPayload);
    return left === undefined ? inputs : readInputs("input", left);
  }

  /** OUTPUT. */
  async output(result: R): Promise<R> {
    const left = await this.#dispatch("output", { payload: result, output: result });
    return left === undefined ? result : this.#readOutput(left.value, result, invalidAt("output", left));
  }

  /** EXECUTION_END, completed. Fires once, also when a hook aborts it. */
  async complete(result: R): Promise<R> {
    if (this.#isClosed) return result;
    this.#isClosed = true;
    const end = { payload: result, output: result, status: "completed", error: undefined };
    const left = await this.#dispatch("execution_end", end);
    return left === undefined ? result : this.#readOutput(left.value, result, invalidAt("execution_end", left));
  }

  /**
   * EXECUTION_END, failed: only if EXECUTION_START came back and no EXECUTION_END fired. Never rejects: its hooks cannot change the error. They run
   * although the run is cancelled, then at most for `CANCELLED_END_LIMIT_MS`.
   */
  async fail(error: unknown): Promise<void> {
    if (!this.#isOpen || this.#isClosed) return;
    this.#isClosed = true;
    const end = { payload: undefined, output: undefined, status: "failed", error };
    const grace = graceAfter(currentFrame().signal, CANCELLED_END_LIMIT_MS);
    try {
      const frame = childFrame({ signal: grace.signal });
      await runInFrame(frame, () => this.#dispatch("execution_end", end));
    } catch (thrown) {
      log(
        "warn",
        { error: errorMessage(thrown), runError: errorMessage(error) },
        "execution_end of a run that had failed already was stopped; the first error stands",
      );
    } finally {
      grace.unlink();
    }
  }

  async #dispatch(
    point: BoundaryPoint,
    fields: object,
    onPayload?: (payload: unknown) => void,
  ): Promise<Left | undefined> {
    let context: BoundaryContext | undefined;
    try {
      const running = dispatchIfHooked(point, () => (context = this.#context(fields)));
      if (running === undefined) return undefined;
      await running;
    } finally {
      if (context !== undefined) onPayload?.(context.payload);
    }
    return context === undefined ? undefined : { value: context.payload, hook: replacedBy(context) ?? "anonymous" };
  }

  #context(fields: object): BoundaryContext {
    const { execution, signal } = currentFrame();
    const base = {
      executionId: execution?.id ?? "",
      signal,
      crew: undefined,
      flow: undefined,
      agent: undefined,
      agentRole: undefined,
      task: undefined,
    };
    // Owner and fields are the ones of this very point; the union of contexts cannot be built field by field.
    return { ...base, ...this.#owner, ...fields } as unknown as BoundaryContext;
  }
}

/** What a dispatch left in `payload`, and which hook put it there. */
interface Left {
  readonly value: unknown;
  readonly hook: string;
}

function readInputs(point: BoundaryPoint, left: Left): Inputs {
  if (isPlainObject(left.value)) return left.value;
  throw invalidAt(point, left)("the inputs, a plain object,", describeValue(left.value));
}

function invalidAt(point: BoundaryPoint, { hook }: Left): (expected: string, came: string) => InvalidHookResultError {
  return (expected, came) => new InvalidHookResultError(expected, came, { point, hook });
}
