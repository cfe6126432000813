import { askPerson } from "@boathook/hooks";
import { usageWithin, type Message } from "@boathook/models";

import { runAgent, type AgentAnswer } from "../agent/run-agent.ts";
import { GuardrailFailedError } from "../errors.ts";
import type { TaskOutput } from "../output/task-output.ts";
import { judgeAnswer } from "./judge-answer.ts";
import { briefOf, type TaskBrief } from "./task-brief.ts";
import { feedbackRequest, retryRequest } from "./task-request.ts";
import type { TaskWork, TrainingNotes } from "./task-work.ts";

const DEFAULT_RETRIES = 3;
const NOTHING_SAID: readonly Message[] = [];

/**
 * Lets the agent work until its answer can be read, every guardrail accepts it, and (with `humanInput`) a person does. The output's usage is
 * that of everything it took.
 */
export async function produceOutput(work: TaskWork, context: string): Promise<TaskOutput> {
  const { value, usage } = await usageWithin(async () => {
    const assigned = { work, brief: await briefOf(work, context) };
    if (work.training !== undefined) return trained(assigned, work.training);
    return work.task.options.humanInput === true ? withPerson(assigned) : acceptable(assigned, NOTHING_SAID);
  });
  return value.usage.requests === usage.requests ? value : value.with({ usage });
}

/** A task and what its agent is told, the same for every attempt. */
interface Assigned {
  readonly work: TaskWork;
  readonly brief: TaskBrief;
}

/** Rounds with a person: an empty reply accepts the answer, any other goes to the agent. Where nobody can be asked, the task fails. */
async function withPerson(assigned: Assigned): Promise<TaskOutput> {
  let said: readonly Message[] = NOTHING_SAID;
  for (;;) {
    const output = await acceptable(assigned, said);
    const feedback = await askAbout(output, assigned.work);
    if (feedback === "") return output;
    said = [...said, ...feedbackRequest(output.raw, feedback)];
  }
}

/** One round with a person, kept for training. */
async function trained(assigned: Assigned, notes: TrainingNotes): Promise<TaskOutput> {
  const initial = await acceptable(assigned, NOTHING_SAID);
  const feedback = await askAbout(initial, assigned.work);
  const output = feedback === "" ? initial : await acceptable(assigned, feedbackRequest(initial.raw, feedback));
  notes.add({ task: assigned.work.task.label, initial: initial.raw, feedback, improved: output.raw });
  return output;
}

function askAbout(output: TaskOutput, { task, agent }: TaskWork): Promise<string> {
  return askPerson({
    prompt: `Task "${task.label}", done by ${agent.role}:\n${output.raw}`,
    defaultMessage: "Press Enter to accept it, or say what is to be different:",
  });
}

/** A refused answer goes back to the agent with the reason; the context stays. After `guardrailMaxRetries` further attempts the task fails. */
async function acceptable(assigned: Assigned, said: readonly Message[]): Promise<TaskOutput> {
  const { work } = assigned;
  const { task } = work;
  const retries = task.options.guardrailMaxRetries ?? DEFAULT_RETRIES;
  let refused: readonly Message[] = NOTHING_SAID;
  for (let attempt = 0; ; attempt += 1) {
    const answer = await askAgent(assigned, [...said, ...refused]);
    const judgement = await judgeAnswer(work, answer, attempt);
    if (judgement.ok) return judgement.output;
    if (attempt >= retries)
      throw judgement.failure ?? new GuardrailFailedError(task.label, attempt + 1, judgement.error);
    refused = retryRequest(answer.finish.text, judgement.error);
  }
}

function askAgent({ work, brief }: Assigned, said: readonly Message[]): Promise<AgentAnswer> {
  const { task, agent, crew } = work;
  const { options } = task;
  const { content, tools } = brief;
  const isPlain = said.length === 0 && typeof content === "string";
  return runAgent({
    agent,
    task,
    crew,
    request: isPlain ? content : [{ role: "user", content }, ...said],
    tools,
    outputSchema: options.outputSchema,
    purpose: work.purpose,
    failurePolicy: options.toolFailurePolicy ?? agent.options.toolFailurePolicy ?? crew?.options.toolFailurePolicy,
    cache: agent.options.cache ?? crew?.options.cache === true,
  });
}
