import { closeSpan, currentFrame, errorMessage, log, openSpan, runInFrame } from "@boathook/kernel";
import { describeValue, dispatchIfHooked, InvalidHookResultError, replacedBy } from "@boathook/hooks";

import { logOutput } from "./output-log.ts";
import { TaskCompletedEvent, TaskFailedEvent, TaskStartedEvent } from "../events.ts";
import { rememberTask } from "../memory/remember-task.ts";
import { TaskOutput } from "../output/task-output.ts";
import { produceOutput } from "./produce-output.ts";
import type { CrewRef } from "../ref-types.ts";
import type { TaskWork } from "./task-work.ts";
import { writeOutputFile } from "./write-output-file.ts";

/** Does one task: PRE_STEP, the agent and the guardrails, POST_STEP, callbacks, the output file. One closing event. */
export async function runTask(work: TaskWork): Promise<TaskOutput> {
  const { task, agent } = work;
  const span = openSpan(
    TaskStartedEvent,
    { context: work.context },
    {
      names: { taskName: task.label, taskId: task.id, agentRole: agent.role, agentId: agent.id },
    },
  );
  try {
    const output = await runInFrame(span.frame, () => doTask(work));
    closeSpan(span, TaskCompletedEvent, { output });
    return output;
  } catch (error) {
    await runInFrame(span.frame, () => logFailure(work, error));
    closeSpan(span, TaskFailedEvent, { error });
    throw error;
  }
}

async function doTask(work: TaskWork): Promise<TaskOutput> {
  const at = { task: work.task.label, agent: work.agent.role };
  await logOutput(work.crew, { status: "started", ...at });
  const context = await beforeStep(work);
  const produced = await produceOutput(work, context);
  const output = await afterStep(work, produced);
  work.store(output);
  await callBack(work, output);
  await writeFileOf(work, output);
  await logOutput(work.crew, { status: "completed", ...at, output: output.raw });
  rememberTask(work, output);
  return output;
}

/** The failure itself is what leaves the task, whatever becomes of the log. */
async function logFailure({ task, agent, crew }: TaskWork, error: unknown): Promise<void> {
  try {
    await logOutput(crew, { status: "failed", task: task.label, agent: agent.role, error });
  } catch (failure) {
    log("error", { task: task.label, error: errorMessage(failure) }, "a line of the output log could not be written");
  }
}

async function beforeStep(work: TaskWork): Promise<string> {
  const context = await dispatchIfHooked("pre_step", () => ({
    ...stepOf(work),
    payload: work.context,
    output: undefined,
  }));
  if (context === undefined) return work.context;
  if (typeof context.payload === "string") return context.payload;
  throw new InvalidHookResultError("the context text", describeValue(context.payload), {
    point: "pre_step",
    hook: replacedBy(context) ?? "anonymous",
  });
}

async function afterStep(work: TaskWork, output: TaskOutput): Promise<TaskOutput> {
  const context = await dispatchIfHooked("post_step", () => ({ ...stepOf(work), payload: output, output }));
  if (context === undefined) return output;
  const { payload } = context as { payload: unknown }; // a hook may have left anything
  if (TaskOutput.is(payload)) return payload;
  if (typeof payload === "string") return output.with({ raw: payload });
  throw new InvalidHookResultError("a TaskOutput or a text", describeValue(payload), {
    point: "post_step",
    hook: replacedBy(context) ?? "anonymous",
  });
}

function stepOf(work: TaskWork) {
  const { execution, signal } = currentFrame();
  const { task, agent } = work;
  return {
    kind: "task" as const,
    executionId: execution?.id ?? "",
    signal,
    agent,
    agentRole: agent.role,
    task,
    crew: undefined,
    flow: undefined,
    stepName: task.label,
  };
}

const NO_OPTIONS: Partial<CrewRef["options"]> = {};

async function callBack(work: TaskWork, output: TaskOutput): Promise<void> {
  const { callback } = work.task.options;
  const { taskCallback } = work.crew?.options ?? NO_OPTIONS;
  await callback?.(output);
  if (work.isDelegated === true) return;
  if (taskCallback !== callback) await taskCallback?.(output);
}

async function writeFileOf(work: TaskWork, output: TaskOutput): Promise<void> {
  const { outputFile, options } = work.task;
  if (outputFile === undefined) return;
  const root = work.crew?.options.outputDir ?? process.cwd();
  await writeOutputFile(
    { file: outputFile, root, createDirectory: options.createDirectory !== false },
    fileText(output),
  );
}

/** What hooks left in `parsed` wins where there is an object; they are told that both are theirs to keep in step. */
function fileText(output: TaskOutput): string {
  return output.format === "raw" || output.parsed === undefined
    ? output.raw
    : JSON.stringify(output.parsed, undefined, 2);
}
