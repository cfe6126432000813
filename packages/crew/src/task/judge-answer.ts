import { currentUsage, OutputConversionError } from "@boathook/models";

import type { AgentAnswer } from "../agent/run-agent.ts";
import { convertAnswer, type GivenAnswer } from "../output/convert-answer.ts";
import { TaskOutput } from "../output/task-output.ts";
import { guardrailsOf, judge, type Judgement } from "./guardrails.ts";
import type { TaskWork } from "./task-work.ts";

/** What is said of an answer; one that cannot be read as the object that is asked for counts as refused, and `failure` says how. */
export type AnswerJudgement =
  | Extract<Judgement, { ok: true }>
  | { readonly ok: false; readonly error: string; readonly failure?: OutputConversionError };

/** Reads the answer and asks the guardrails. They see the object that was read; where one changes the text alone, it is read anew. */
export async function judgeAnswer(work: TaskWork, answer: AgentAnswer, attempt: number): Promise<AnswerJudgement> {
  const first = await readInto(outputOf(work, answer), answer.finish, work);
  if (!first.ok) return unreadable(first.error, attempt);
  const guardrails = guardrailsOf(work);
  if (guardrails.length === 0) return first;
  const { task, agent, crew } = work;
  const judgement = await judge({ guardrails, label: task.label, task, agent, crew }, first.output, attempt);
  if (!judgement.ok) return judgement;
  const { output } = judgement;
  if (output.raw === first.output.raw || output.parsed !== undefined) return judgement;
  const changed = await readInto(output, { text: output.raw, parsed: undefined }, work);
  return changed.ok ? changed : unreadable(changed.error, attempt);
}

function unreadable(error: OutputConversionError, attempt: number): AnswerJudgement {
  const { message, lastError, raw } = error;
  const known = { attempts: attempt + 1, lastError, raw, cause: error };
  return { ok: false, error: message, failure: new OutputConversionError(String(lastError), known) };
}

function outputOf({ task, agent }: TaskWork, answer: AgentAnswer): TaskOutput {
  const { outputSchema, outputJson } = task.options;
  return new TaskOutput({
    raw: answer.finish.text,
    format: outputSchema !== undefined ? "schema" : outputJson === true ? "json" : "raw",
    name: task.name,
    description: task.description,
    expectedOutput: task.expectedOutput,
    agentRole: agent.role,
    messages: answer.execution.messages,
    toolFailures: answer.execution.toolFailures,
    usage: currentUsage(),
  });
}

/** The output with the object in its text, where the task wants one. */
async function readInto(
  output: TaskOutput,
  answer: GivenAnswer,
  work: TaskWork,
): Promise<
  { readonly ok: true; readonly output: TaskOutput } | { readonly ok: false; readonly error: OutputConversionError }
> {
  if (output.format === "raw") return { ok: true, output };
  try {
    return {
      ok: true,
      output: output.with({ parsed: await convertAnswer(answer, work.task.options.outputSchema, work) }),
    };
  } catch (error) {
    if (OutputConversionError.is(error)) return { ok: false, error };
    throw error;
  }
}
