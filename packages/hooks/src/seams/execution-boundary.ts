import {
  childFrame,
  currentFrame,
  errorMessage,
  LoggerService,
  NEVER_ABORTED,
  runInFrame,
  service,
} from "@boathook/kernel";

import type { Inputs } from "../contexts/common.ts";
import { dispatchIfHooked } from "../dispatch.ts";
import { replacedBy } from "../engine/dispatch-record.ts";
import { InvalidHookResultError } from "../errors.ts";
import type { HookPoints } from "../hook-points.ts";
import type { Ref } from "../runtime-refs.ts";

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

/**
 * The four boundary dispatches of one run, in order: `start`, `input`, `output`, then `complete` or `fail`. Each EXECUTION_START that came back
 * is followed by exactly one EXECUTION_END.
 */
export class ExecutionBoundary<R> {
  readonly #owner: BoundaryOwner;
  readonly #readOutput: ReadOutput<R>;
  #opened = false;
  #closed = false;

  constructor(owner: BoundaryOwner, readOutput: ReadOutput<R>) {
    this.#owner = owner;
    this.#readOutput = readOutput;
  }

  /** EXECUTION_START. `onPayload` is told what the hooks left, also when one of them aborted. */
  async start(inputs: Inputs, onPayload?: (payload: unknown) => void): Promise<Inputs> {
    const payload = await this.#dispatch("execution_start", { payload: inputs, inputs }, onPayload);
    this.#opened = true;
    return payload.value === NOT_DISPATCHED ? inputs : this.#inputs("execution_start", payload);
  }

  /** INPUT. */
  async input(inputs: Inputs, onPayload?: (payload: unknown) => void): Promise<Inputs> {
    const payload = await this.#dispatch("input", { payload: inputs, inputs }, onPayload);
    return payload.value === NOT_DISPATCHED ? inputs : this.#inputs("input", payload);
  }

  /** OUTPUT. */
  async output(result: R): Promise<R> {
    const payload = await this.#dispatch("output", { payload: result, output: result });
    return this.#result("output", payload, result);
  }

  /** EXECUTION_END, completed. Fires once, also when a hook aborts it. */
  async complete(result: R): Promise<R> {
    this.#closed = true;
    const payload = await this.#dispatch("execution_end", {
      payload: result,
      output: result,
      status: "completed",
      error: undefined,
    });
    return this.#result("execution_end", payload, result);
  }

  /** EXECUTION_END, failed: only if EXECUTION_START came back and no EXECUTION_END fired. Its hooks run although the run is cancelled, and cannot change the error. */
  async fail(error: unknown): Promise<void> {
    if (!this.#opened || this.#closed) return;
    this.#closed = true;
    const end = { payload: undefined, output: undefined, status: "failed", error };
    try {
      await runInFrame(childFrame({ signal: NEVER_ABORTED }), () => this.#dispatch("execution_end", end));
    } catch (thrown) {
      service(LoggerService).warn(
        { error: errorMessage(thrown) },
        "a hook aborted execution_end of a run that had failed already; the first error stands",
      );
    }
  }

  async #dispatch(point: BoundaryPoint, fields: object, onPayload?: (payload: unknown) => void): Promise<Left> {
    let context: (HookPoints[BoundaryPoint]["context"] & { payload: unknown }) | undefined;
    try {
      const running = dispatchIfHooked(point, () => (context = this.#context(fields)));
      if (running === undefined) return { value: NOT_DISPATCHED, hook: undefined };
      await running;
    } finally {
      if (context !== undefined) onPayload?.(context.payload);
    }
    return { value: context?.payload, hook: context === undefined ? undefined : replacedBy(context) };
  }

  #context(fields: object): HookPoints[BoundaryPoint]["context"] & { payload: unknown } {
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
    return { ...base, ...this.#owner, ...fields } as unknown as HookPoints[BoundaryPoint]["context"] & {
      payload: unknown;
    };
  }

  #inputs(point: BoundaryPoint, left: Left): Inputs {
    if (isPlainObject(left.value)) return left.value;
    throw this.#invalid(point, left)("the inputs, a plain object,", describe(left.value));
  }

  #result(point: BoundaryPoint, left: Left, original: R): R {
    return left.value === NOT_DISPATCHED
      ? original
      : this.#readOutput(left.value, original, this.#invalid(point, left));
  }

  #invalid(point: string, left: Left): (expected: string, came: string) => InvalidHookResultError {
    return (expected, came) => new InvalidHookResultError(expected, came, { point, hook: left.hook ?? "anonymous" });
  }
}

/** What a dispatch left in `payload`, and which hook put it there. */
interface Left {
  readonly value: unknown;
  readonly hook: string | undefined;
}

const NOT_DISPATCHED = Symbol("not dispatched");

/** True for a record: an object literal, or one without a prototype. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** `a list`, `null`, `a string` …: what came where something else was expected. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return `an object of class ${value.constructor.name}`;
  return typeof value === "string"
    ? `the text ${JSON.stringify(value.slice(0, 60))}`
    : `the ${typeof value} ${String(value)}`;
}
