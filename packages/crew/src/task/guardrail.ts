import type { MaybePromise } from "@boathook/hooks";

import type { TaskOutput } from "../output/task-output.ts";
import type { AgentRef, CrewRef, TaskRef } from "../ref-types.ts";

/** Judges a task's output. A text is a criterion that a model judges by. */
export type Guardrail = string | GuardrailFunction;

/** Judges a task's output in code. `value` replaces the text, or the whole output. */
export type GuardrailFunction = (output: TaskOutput) => MaybePromise<GuardrailVerdict>;

/** What a guardrail says; an `error` is shown to the model, which tries again. */
export type GuardrailVerdict = { ok: true; value?: string | TaskOutput | undefined } | { ok: false; error: string };

/** Whose output is judged, and by what. */
export interface JudgedWork {
  readonly guardrails: readonly Guardrail[];
  /** Named in errors: the task, or the agent that works without one. */
  readonly label: string;
  readonly agent: AgentRef;
  readonly task: TaskRef | undefined;
  readonly crew: CrewRef | undefined;
}

/** True for what a guardrail can be. */
export function isGuardrail(value: unknown): boolean {
  return typeof value === "function" || (typeof value === "string" && value !== "");
}
