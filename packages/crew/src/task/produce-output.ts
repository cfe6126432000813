import { OutputConversionError, toJsonSchema, usageWithin, type Message } from "@boathook/models";
import { z } from "zod";

import { runAgent, type AgentAnswer } from "../agent/run-agent.ts";
import { retryRequest, taskRequest } from "../agent/prompts.ts";
import { GuardrailFailedError } from "../errors.ts";
import { readAnswer } from "../output/read-answer.ts";
import { TaskOutput } from "../output/task-output.ts";
import { judge, type Judgement } from "./guardrails.ts";
import type { TaskWork } from "./task-work.ts";

const DEFAULT_RETRIES = 3;

/**
 * Lets the agent work until its answer can be read and every guardrail accepts it. A refused answer goes back to it with the reason; the context
 * stays. After `guardrailMaxRetries` further attempts the task fails.
 */
export async function produceOutput(work: TaskWork, context: string): Promise<TaskOutput> {
  const { task } = work;
  const retries = task.options.guardrailMaxRetries ?? DEFAULT_RETRIES;
  let refused: readonly Message[] = [];
  for (let attempt = 0; ; attempt += 1) {
    const { answer, judgement } = await oneAttempt({ work, context, refused, attempt });
    if (judgement.ok) return judgement.output;
    if (attempt >= retries) throw new GuardrailFailedError(task.label, attempt + 1, judgement.error);
    refused = retryRequest(answer.finish.text, judgement.error);
  }
}

interface Attempt {
  readonly work: TaskWork;
  readonly context: string;
  readonly refused: readonly Message[];
  readonly attempt: number;
}

async function oneAttempt(attempt: Attempt): Promise<{ answer: AgentAnswer; judgement: Judgement }> {
  const { value: answer, usage } = await usageWithin(() => askAgent(attempt));
  const { task, agent } = attempt.work;
  try {
    const output = new TaskOutput({
      raw: answer.finish.text,
      ...(await structured(attempt.work, answer)),
      name: task.name,
      description: task.description,
      expectedOutput: task.expectedOutput,
      agentRole: agent.role,
      messages: answer.execution.messages,
      toolFailures: answer.execution.toolFailures,
      usage,
    });
    return { answer, judgement: await judged(attempt, output) };
  } catch (error) {
    if (!OutputConversionError.is(error)) throw error;
    return { answer, judgement: { ok: false, error: error.message } };
  }
}

/** Guardrails see the object that was read; where one changes the text, the object is read anew. */
async function judged(attempt: Attempt, output: TaskOutput): Promise<Judgement> {
  const { options } = attempt.work.task;
  const guardrails = options.guardrails?.length
    ? options.guardrails
    : options.guardrail === undefined
      ? []
      : [options.guardrail];
  if (guardrails.length === 0) return { ok: true, output };
  const judgement = await judge(output, guardrails, attempt.attempt);
  if (!judgement.ok || options.outputSchema === undefined || judgement.output.raw === output.raw) return judgement;
  const parsed = await readAnswer({ text: judgement.output.raw, parsed: undefined }, options.outputSchema);
  return { ok: true, output: judgement.output.with({ parsed }) };
}

function askAgent({ work, context, refused }: Attempt): Promise<AgentAnswer> {
  const { task, agent, crew } = work;
  const { options } = task;
  const tools = options.tools ?? agent.tools;
  const request = taskRequest({
    description: task.description,
    expectedOutput: task.expectedOutput,
    context,
    markdown: options.markdown === true,
    schema: options.outputSchema === undefined ? undefined : toJsonSchema(options.outputSchema),
  });
  return runAgent({
    agent,
    task,
    crew,
    request: refused.length === 0 ? request : [{ role: "user", content: request }, ...refused],
    tools,
    outputSchema: options.outputSchema,
    failurePolicy: options.toolFailurePolicy ?? agent.options.toolFailurePolicy ?? crew.options.toolFailurePolicy,
    cache: agent.options.cache ?? crew.options.cache === true,
  });
}

async function structured(
  work: TaskWork,
  answer: AgentAnswer,
): Promise<{ parsed?: unknown; format?: "json" | "schema" }> {
  const { outputSchema, outputJson } = work.task.options;
  if (outputSchema !== undefined) return { parsed: await readAnswer(answer.finish, outputSchema), format: "schema" };
  if (outputJson !== true) return {};
  return { parsed: await readAnswer(answer.finish, anyJson), format: "json" };
}

const anyJson = z.unknown();
