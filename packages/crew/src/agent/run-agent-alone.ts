import { readKickoffOptions, withRun, type KickoffOptions } from "@boathook/flow";
import { OutputConversionError, type Message, type TokenUsage } from "@boathook/models";
import type { Schema, ToolFailure } from "@boathook/tools";

import { GuardrailFailedError } from "../errors.ts";
import { convertAnswer } from "../output/convert-answer.ts";
import { TaskOutput } from "../output/task-output.ts";
import type { AgentRef } from "../ref-types.ts";
import { judge } from "../task/guardrails.ts";
import type { Guardrail } from "../task/guardrail.ts";
import { retryRequest } from "../task/task-request.ts";
import { checkModels } from "./check-models.ts";
import { briefOfKickoff, type KickoffBrief } from "./kickoff-brief.ts";
import { runAgent, type AgentAnswer } from "./run-agent.ts";

/** What an agent gave that worked without a task. */
export interface AgentOutput<O = unknown> {
  readonly raw: string;
  /** The object, when an output schema was given. */
  readonly parsed: O | undefined;
  readonly agentRole: string;
  readonly usage: TokenUsage;
  /** The whole conversation, as the model saw it. */
  readonly messages: readonly Message[];
  readonly toolFailures: readonly ToolFailure[];
}

/** `agent.kickoff`: a run of its own, or nested in the current one. */
export function runAgentAlone<O>(
  agent: AgentRef,
  input: string | readonly Message[],
  given: KickoffOptions & { readonly outputSchema?: Schema<O> | undefined },
): Promise<AgentOutput<O>> {
  const { outputSchema, ...run } = given;
  const names = { agentRole: agent.role, agentId: agent.id };
  const options = readKickoffOptions(run);
  return withRun({ names, options }, async ({ usage }) => {
    checkModels([agent], `agent "${agent.role}"`);
    const work = { agent, brief: await briefOfKickoff(agent, input, options), outputSchema };
    const { raw, parsed, execution } = await acceptable(work);
    const { messages, toolFailures } = execution;
    // What the schema gave is an O; without one `parsed` is undefined.
    return {
      raw,
      parsed: parsed as O | undefined,
      agentRole: agent.role,
      usage: usage.total(),
      messages,
      toolFailures,
    };
  });
}

interface Alone {
  readonly agent: AgentRef;
  readonly brief: KickoffBrief;
  readonly outputSchema: Schema | undefined;
}

interface Accepted {
  readonly raw: string;
  readonly parsed: unknown;
  readonly execution: AgentAnswer["execution"];
}

const DEFAULT_RETRIES = 3;

/** With a guardrail, an answer that it refuses, or that does not fit the schema, goes back with the reason, `guardrailMaxRetries` times. */
async function acceptable(work: Alone): Promise<Accepted> {
  const { agent } = work;
  const { guardrail, guardrailMaxRetries = DEFAULT_RETRIES } = agent.options;
  const retries = guardrail === undefined ? 0 : guardrailMaxRetries;
  let refused: readonly Message[] = [];
  for (let attempt = 0; ; attempt += 1) {
    const { finish, execution } = await ask(work, refused);
    try {
      const read = { raw: finish.text, parsed: await readBy(work, finish), execution };
      const verdict = guardrail === undefined ? read : await judged(work, read, { guardrail, attempt });
      if (!("error" in verdict)) return verdict;
      if (attempt >= retries) throw new GuardrailFailedError(agent.role, attempt + 1, verdict.error);
      refused = retryRequest(finish.text, verdict.error);
    } catch (error) {
      if (!OutputConversionError.is(error) || attempt >= retries) throw error;
      refused = retryRequest(finish.text, error.message);
    }
  }
}

function ask({ agent, brief, outputSchema }: Alone, refused: readonly Message[]): Promise<AgentAnswer> {
  const { request, tools } = brief;
  const said: readonly Message[] = typeof request === "string" ? [{ role: "user", content: request }] : request;
  return runAgent({
    agent,
    task: undefined,
    crew: undefined,
    request: refused.length === 0 ? request : [...said, ...refused],
    tools,
    outputSchema,
    failurePolicy: agent.options.toolFailurePolicy,
    cache: agent.options.cache === true,
  });
}

function readBy(
  { agent, outputSchema }: Alone,
  answer: { text: string; parsed: unknown },
): Promise<unknown> | undefined {
  if (outputSchema === undefined) return undefined;
  return convertAnswer(answer, outputSchema, { agent, task: undefined, crew: undefined });
}

/** The guardrail sees an output as a task's; where it changes the text, the object is read anew. */
async function judged(
  work: Alone,
  read: Accepted,
  { guardrail, attempt }: { readonly guardrail: Guardrail; readonly attempt: number },
): Promise<Accepted | { readonly error: string }> {
  const { agent } = work;
  const { raw, parsed, execution } = read;
  const output = new TaskOutput({ raw, parsed, agentRole: agent.role, messages: execution.messages });
  const parts = { guardrails: [guardrail], label: agent.role, task: undefined, agent, crew: undefined };
  const judgement = await judge(parts, output, attempt);
  if (!judgement.ok) return { error: judgement.error };
  const left = judgement.output;
  if (left.raw === raw) return { raw, parsed: left.parsed, execution };
  return { raw: left.raw, parsed: await readBy(work, { text: left.raw, parsed: undefined }), execution };
}
