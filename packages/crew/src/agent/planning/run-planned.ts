import { HookAborted, SkipOperation } from "@boathook/hooks";
import { closeSpan, currentFrame, errorMessage, log, openSpan, RunCancelledError, runInFrame } from "@boathook/kernel";

import type { AgentExecution, AgentFinish } from "../agent-execution.ts";
import { runTogether } from "../run-together.ts";
import { askPlanner, plannedWork, type PlannedWork } from "./ask-planner.ts";
import { AgentReasoningCompletedEvent, AgentReasoningFailedEvent, AgentReasoningStartedEvent } from "./events.ts";
import { observe } from "./observe.ts";
import { planSchema, readySteps, type PlanStep } from "./plan.ts";
import { planningOf } from "./planning-options.ts";
import { runStep, type AnswerLoop } from "./run-step.ts";
import { synthesise } from "./synthesise.ts";

const AT_ONCE = 8;
const PLANNER = [
  "You plan the work of an agent. Break the request down into as few steps as do it well; one is fine.",
  "Each step is done by itself with the tools, and sees the request and the results of the steps it names in `after`, nothing else.",
  "Steps that do not need one another are done at the same time.",
  'Answer with one JSON object: {"steps": [{"id": "<short name>", "task": "<what is to be done>", "after": ["<id>"]}]}',
].join("\n");

/**
 * Works by a plan: steps that are ready run side by side, results are looked at, what is left is planned anew where one failed, and the results
 * become one answer. Undefined where the agent does not plan, or found no plan: it works without one then.
 */
export async function runPlanned(execution: AgentExecution, loop: AnswerLoop): Promise<AgentFinish | undefined> {
  const manner = planningOf(execution.agent.options.planning);
  if (manner === undefined) return undefined;
  const work = plannedWork(execution, manner);
  const steps = await plan(work, 0, PLANNER);
  if (steps === undefined) return undefined;
  await runSteps(work, steps, loop);
  return synthesise(work);
}

async function runSteps(work: PlannedWork, steps: readonly PlanStep[], loop: AnswerLoop): Promise<void> {
  let left = [...steps];
  for (let replans = 0; left.length > 0;) {
    const ready = readySteps(left, doneIn(work));
    if (ready.length === 0) return; // what is left needs a step that failed
    left = left.filter((step) => !ready.includes(step));
    const ended = await runTogether(ready, AT_ONCE, (step) => runStep(work, step, loop));
    work.results.push(...ended);
    const { verdict, reason } = await observe(work, ended);
    if (verdict === "finish") return;
    if (verdict === "continue" || replans === work.manner.maxReplans) continue;
    replans += 1;
    left = [...((await plan(work, replans, replanner(reason, left))) ?? left)];
  }
}

function replanner(reason: string, left: readonly PlanStep[]): string {
  return [
    PLANNER,
    `Some steps are done; plan what is left of the work anew, because: ${reason}`,
    `Planned until now: ${JSON.stringify(left)}`,
  ].join("\n");
}

function doneIn({ results }: PlannedWork): ReadonlySet<string> {
  return new Set(results.filter(({ ok }) => ok).map(({ step }) => step.id));
}

/** Undefined: there is no plan to be had. Only deliberate stops and cancellation come through. */
async function plan(work: PlannedWork, attempt: number, instructions: string): Promise<PlanStep[] | undefined> {
  const span = openSpan(AgentReasoningStartedEvent, { attempt });
  try {
    const used = new Set(work.results.map(({ step }) => step.id));
    const schema = planSchema(doneIn(work), work.manner.maxSteps, used);
    const answer = await runInFrame(span.frame, () => askPlanner(work, instructions, schema));
    if (!answer.ok) throw new Error(`the plan cannot be read: ${answer.error}`);
    closeSpan(span, AgentReasoningCompletedEvent, { attempt, steps: answer.value.steps });
    return answer.value.steps;
  } catch (error) {
    closeSpan(span, AgentReasoningFailedEvent, { error });
    if (HookAborted.is(error) || SkipOperation.is(error) || RunCancelledError.is(error)) throw error;
    if (currentFrame().signal.aborted) throw error;
    log(
      "warn",
      { agent: work.execution.agent.role, error: errorMessage(error) },
      "an agent goes on without a new plan",
    );
    return undefined;
  }
}
