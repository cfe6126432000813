import type { KickoffOptions } from "@boathook/flow";
import type { Inputs } from "@boathook/hooks";
import { ClockService, ConfigurationError, service } from "@boathook/kernel";
import { OutputConversionError } from "@boathook/models";
import { z } from "zod";

import { checkCount } from "../crew/check-crew.ts";
import { runCrew } from "../crew/run-crew.ts";
import { startInputs } from "../crew/start-inputs.ts";
import { askForObject } from "../output/ask-for-object.ts";
import type { AgentRef, CrewRef } from "../ref-types.ts";
import type { TrainingNote } from "../task/task-work.ts";
import { readTrainedIfThere, writeTrained, type Trained } from "./trained-file.ts";

/** Options of `crew.train`. */
export interface TrainOptions extends KickoffOptions {
  /** Where the suggestions are written; give it to the crew as `trainedFile`. */
  file: string;
  inputs?: Inputs | undefined;
}

const lessonSchema = z.object({
  suggestions: z.array(z.string().min(1)).describe("rules to follow in all later work, each one sentence"),
  summary: z.string().describe("what the person cares about, in one or two sentences"),
});

const TEACHER = [
  "You turn a person's feedback on an agent's work into rules for all its later work.",
  "You are given, as JSON, the agent's role and for each piece of work the first answer, the feedback and the answer that followed.",
  "Write rules that hold in general, not only for these tasks.",
].join("\n");

/**
 * Runs the crew `n` times. After every task a person is asked once; what they say is worked in, and in the end made into suggestions per role by
 * the agent's own model. The file keeps the suggestions of other roles. When anything fails, it stays as it was.
 */
export async function trainCrew(
  crew: CrewRef,
  n: number,
  { file, inputs = {}, ...options }: TrainOptions,
): Promise<Trained> {
  const subject = `training of crew "${crew.name}"`;
  checkCount(n, subject);
  if (typeof file !== "string" || file === "")
    throw new ConfigurationError([{ path: "file", message: "expected the path of the file for the suggestions" }], {
      subject,
    });
  const before = await readTrainedIfThere(file);
  const notes = new Map<string, TrainingNote[]>();
  const training = (role: string) => ({
    add: (note: TrainingNote): void => {
      notes.set(role, [...(notes.get(role) ?? []), note]);
    },
  });
  for (let round = 0; round < n; round += 1) await runCrew(crew, startInputs(crew, inputs), options, { training });
  const after = { ...before, ...(await lessonsOf(crew, notes)) };
  await writeTrained(file, after);
  return after;
}

async function lessonsOf(crew: CrewRef, notes: ReadonlyMap<string, readonly TrainingNote[]>): Promise<Trained> {
  const lessons: Record<string, Trained[string]> = {};
  for (const [role, all] of notes) {
    const withFeedback = all.filter(({ feedback }) => feedback !== "");
    const agent = agentOf(crew, role);
    if (withFeedback.length === 0 || agent === undefined) continue;
    Object.defineProperty(lessons, role, { value: await lessonOf(agent, withFeedback, crew), enumerable: true });
  }
  return lessons;
}

async function lessonOf(agent: AgentRef, notes: readonly TrainingNote[], crew: CrewRef): Promise<Trained[string]> {
  const user = JSON.stringify({ role: agent.role, work: notes });
  const question = { llm: agent.llm, purpose: "evaluation" as const, system: TEACHER, user, schema: lessonSchema };
  const answer = await askForObject({ ...question, agent, crew });
  if (!answer.ok) throw new OutputConversionError(answer.error, { attempts: answer.attempts });
  return { ...answer.value, trainedAt: new Date(service(ClockService).now()).toISOString() };
}

function agentOf(crew: CrewRef, role: string): AgentRef | undefined {
  const everybody = [...crew.agents, ...crew.tasks.flatMap(({ agent }) => agent ?? []), crew.manager];
  return everybody.find((agent) => agent?.role === role);
}
