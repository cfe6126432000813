import { encodeValue } from "@boathook/flow";
import { dispatchIfHooked } from "@boathook/hooks";
import {
  closeSpan,
  currentFrame,
  emit,
  ExecutionTimeoutError,
  graceAfter,
  childFrame,
  openSpan,
  runInFrame,
  type Span,
} from "@boathook/kernel";

import {
  GraphTaskCompletedEvent,
  GraphTaskFailedEvent,
  GraphTaskProgressEvent,
  GraphTaskStartedEvent,
} from "../events.ts";
import { callWorker, workerName, type DependencyResult, type TaskRunContext } from "../graph/worker.ts";
import type { TaskView } from "../graph/task-view.ts";
import type { RetryDecision } from "../hooks/decisions.ts";
import type { TaskFailureContext, TaskHookContext } from "../hooks/points.ts";
import { readInputs, readOutput, verify } from "./task-data.ts";
import type { TaskState } from "./task-state.ts";
import { underLimit } from "./under-limit.ts";

/** What one attempt has beside its task. */
export interface AttemptParts {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly dependencies: Readonly<Record<string, DependencyResult>>;
  readonly timeoutMs: number;
  readonly graceMs: number;
  readonly idempotencyKey: string;
  /** True: an output that cannot be stored fails the attempt. */
  readonly isRecorded: boolean;
}

/** What came of an attempt; `decision` is what a hook said to the failure. */
export type AttemptOutcome =
  | { readonly kind: "completed"; readonly output: unknown }
  | { readonly kind: "failed" | "timed_out"; readonly error: unknown; readonly decision: RetryDecision | undefined };

/** Milliseconds that the hooks of a cancelled task may still take. */
const CANCELLED_HOOKS_MS = 5_000;

/** One attempt at a task: its hooks, its work, its events. Rejects only when the run is cancelled. */
export async function runAttempt(state: TaskState, parts: AttemptParts): Promise<AttemptOutcome> {
  const attempt = new Attempt(state, parts);
  return runInFrame(attempt.span.frame, () => attempt.run());
}

class Attempt {
  readonly span: Span;
  readonly #state: TaskState;
  readonly #parts: AttemptParts;
  readonly #view: TaskView;
  readonly #number: number;

  constructor(state: TaskState, parts: AttemptParts) {
    this.#state = state;
    this.#parts = parts;
    this.#view = state.view();
    this.#number = state.attempts;
    const fields = { task: state.id, attempt: this.#number };
    this.span = openSpan(GraphTaskStartedEvent, fields, {
      names: { taskName: this.#view.subject, taskId: state.id },
    });
  }

  async run(): Promise<AttemptOutcome> {
    try {
      await dispatchIfHooked("task_before_execute", () => this.#context());
      const output = await this.#work();
      await dispatchIfHooked("task_after_execute", () => ({ ...this.#context(), result: output }));
      closeSpan(this.span, GraphTaskCompletedEvent, { task: this.#state.id, attempt: this.#number, output });
      return { kind: "completed", output };
    } catch (error) {
      return this.#failed(error);
    }
  }

  #work(): Promise<unknown> {
    const { options } = this.#state.plan;
    const { timeoutMs: ms, graceMs } = this.#parts;
    const limit = { task: this.#state.id, ms, graceMs, signal: currentFrame().signal };
    return underLimit(limit, (signal) =>
      runInFrame(childFrame({ signal }), async () => {
        const inputs = await readInputs(options, this.#given(), signal);
        const returned: unknown = await callWorker(options.run, this.#runContext(inputs, signal));
        const output = await readOutput(options, returned, signal);
        await verify(options, output, signal);
        if (this.#parts.isRecorded) encodeValue(output, "output");
        return output;
      }),
    );
  }

  async #failed(error: unknown): Promise<AttemptOutcome> {
    if (currentFrame().signal.aborted) {
      await this.#cancelled();
      this.#close(error, undefined);
      throw error;
    }
    const isTimeout = ExecutionTimeoutError.is(error);
    const context: TaskFailureContext = { ...this.#context(), error, decision: undefined };
    try {
      await dispatchIfHooked(isTimeout ? "task_timeout" : "task_failure", () => context);
    } catch (thrown) {
      if (currentFrame().signal.aborted) {
        this.#close(thrown, undefined);
        throw thrown;
      }
      context.decision = { kind: "fail" }; // a hook that aborts wants no further attempt
    }
    this.#close(error, context.decision);
    return { kind: isTimeout ? "timed_out" : "failed", error, decision: context.decision };
  }

  /** Its hooks run although the run is cancelled, for a while. */
  async #cancelled(): Promise<void> {
    const grace = graceAfter(currentFrame().signal, CANCELLED_HOOKS_MS);
    try {
      await runInFrame(childFrame({ signal: grace.signal }), () =>
        dispatchIfHooked("task_cancelled", () => this.#context()),
      );
    } catch {
      // It is cancelled already: an abort changes nothing, and the dispatch has reported it.
    } finally {
      grace.unlink();
    }
  }

  #close(error: unknown, decision: RetryDecision | undefined): void {
    closeSpan(this.span, GraphTaskFailedEvent, { task: this.#state.id, attempt: this.#number, error, decision });
  }

  #context(): TaskHookContext {
    const { execution, signal } = currentFrame();
    return {
      executionId: execution?.id ?? "",
      signal,
      task: this.#view,
      attempt: this.#number,
      executor: workerName(this.#state.plan.options.run),
    };
  }

  /** The run's inputs, and over them what the dependencies gave. */
  #given(): Record<string, unknown> {
    const outputs = Object.entries(this.#parts.dependencies).map(([id, { output }]) => [id, output] as const);
    return { ...this.#parts.inputs, ...Object.fromEntries(outputs) };
  }

  #runContext(inputs: Record<string, unknown>, signal: AbortSignal): TaskRunContext {
    const { id } = this.#state;
    return {
      task: this.#view,
      attempt: this.#number,
      signal,
      inputs,
      dependencies: this.#parts.dependencies,
      idempotencyKey: this.#parts.idempotencyKey,
      progress: (message, data) => {
        emit(GraphTaskProgressEvent, { task: id, message, data }, this.span.frame);
      },
    };
  }
}
