import { describeValue, InvalidHookResultError, isPlainObject } from "@boathook/hooks";
import { closeSpan, openSpan, runInFrame } from "@boathook/kernel";

import { GuardrailCompletedEvent, GuardrailStartedEvent } from "../events.ts";
import { TaskOutput } from "../output/task-output.ts";
import type { Guardrail, GuardrailVerdict, JudgedWork } from "./guardrail.ts";
import type { TaskWork } from "./task-work.ts";
import { judgeByCriterion } from "./text-guardrail.ts";

/** What all guardrails together say. */
export type Judgement =
  { readonly ok: true; readonly output: TaskOutput } | { readonly ok: false; readonly error: string };

/** The guardrails of a task: the list, else the single one. */
export function guardrailsOf({ task }: TaskWork): readonly Guardrail[] {
  const { guardrails = [], guardrail } = task.options;
  if (guardrails.length > 0) return guardrails;
  return guardrail === undefined ? [] : [guardrail];
}

/** Asks the guardrails in order; each sees what the one before left. The first that refuses ends it. */
export async function judge(work: JudgedWork, output: TaskOutput, attempt: number): Promise<Judgement> {
  let current = output;
  for (const guardrail of work.guardrails) {
    const verdict = await ask({ guardrail, work, attempt }, current);
    if (!verdict.ok) return { ok: false, error: verdict.error };
    current = withValue(current, verdict.value);
  }
  return { ok: true, output: current };
}

interface Question {
  readonly guardrail: Guardrail;
  readonly work: JudgedWork;
  readonly attempt: number;
}

async function ask({ guardrail, work, attempt }: Question, output: TaskOutput): Promise<GuardrailVerdict> {
  const span = openSpan(GuardrailStartedEvent, { guardrail: nameOf(guardrail), attempt });
  try {
    const verdict = await runInFrame(span.frame, () =>
      typeof guardrail === "string" ? judgeByCriterion(guardrail, output, work) : guardrail(output),
    );
    checkVerdict(verdict, guardrail);
    closeSpan(span, GuardrailCompletedEvent, { ok: verdict.ok, error: verdict.ok ? undefined : verdict.error });
    return verdict;
  } catch (error) {
    closeSpan(span, GuardrailCompletedEvent, { ok: false, error: String(error) });
    throw error;
  }
}

/** A guardrail that says nothing clear must not count as one that accepts. */
function checkVerdict(verdict: unknown, guardrail: Guardrail): void {
  if (isPlainObject(verdict) && verdict.ok === false && typeof verdict.error === "string") return;
  if (isPlainObject(verdict) && verdict.ok === true && isValue(verdict.value)) return;
  const expected = "{ ok: true, value?: a text or a TaskOutput } or { ok: false, error: a text }";
  const came = isPlainObject(verdict) ? JSON.stringify(Object.keys(verdict)) : describeValue(verdict);
  throw new InvalidHookResultError(expected, came, { point: "guardrail", hook: nameOf(guardrail) });
}

function isValue(value: unknown): boolean {
  return value === undefined || typeof value === "string" || TaskOutput.is(value);
}

function nameOf(guardrail: Guardrail): string {
  if (typeof guardrail === "string") return guardrail;
  return guardrail.name === "" ? "anonymous" : guardrail.name;
}

function withValue(output: TaskOutput, value: string | TaskOutput | undefined): TaskOutput {
  if (value === undefined) return output;
  return typeof value === "string" ? output.with({ raw: value }) : value;
}
