import { closeSpan, openSpan, runInFrame } from "@boathook/kernel";

import { GuardrailCompletedEvent, GuardrailStartedEvent } from "../events.ts";
import type { TaskOutput } from "../output/task-output.ts";
import type { Guardrail, GuardrailVerdict } from "./task-options.ts";

/** What all guardrails together say. */
export type Judgement =
  { readonly ok: true; readonly output: TaskOutput } | { readonly ok: false; readonly error: string };

/** Asks the guardrails in order; each sees what the one before left. The first that refuses ends it. */
export async function judge(output: TaskOutput, guardrails: readonly Guardrail[], attempt: number): Promise<Judgement> {
  let current = output;
  for (const guardrail of guardrails) {
    const verdict = await ask(guardrail, current, attempt);
    if (!verdict.ok) return { ok: false, error: verdict.error };
    current = withValue(current, verdict.value);
  }
  return { ok: true, output: current };
}

async function ask(guardrail: Guardrail, output: TaskOutput, attempt: number): Promise<GuardrailVerdict> {
  const span = openSpan(GuardrailStartedEvent, {
    guardrail: guardrail.name === "" ? "anonymous" : guardrail.name,
    attempt,
  });
  try {
    const verdict = await runInFrame(span.frame, () => guardrail(output));
    closeSpan(span, GuardrailCompletedEvent, { ok: verdict.ok, error: verdict.ok ? undefined : verdict.error });
    return verdict;
  } catch (error) {
    closeSpan(span, GuardrailCompletedEvent, { ok: false, error: String(error) });
    throw error;
  }
}

function withValue(output: TaskOutput, value: string | TaskOutput | undefined): TaskOutput {
  if (value === undefined) return output;
  return typeof value === "string" ? output.with({ raw: value }) : value;
}
