import { childFrame, emit, runInFrame } from "@boathook/kernel";

import { TaskSkippedEvent } from "../events.ts";
import type { AgentRef } from "../ref-types.ts";
import type { TaskOutput } from "../output/task-output.ts";
import type { ConditionalTask } from "./conditional-task.ts";

/** Asks a conditional task's condition; where it says no, one event tells of it. What the condition throws comes through. */
export async function isTaskNeeded(task: ConditionalTask, agent: AgentRef, previous: TaskOutput): Promise<boolean> {
  const names = { taskName: task.label, taskId: task.id, agentRole: agent.role, agentId: agent.id };
  return runInFrame(childFrame({ names }), async () => {
    if (await task.isNeeded(previous)) return true;
    const after = previous.name === undefined ? "the task before it" : `"${previous.name}"`;
    emit(TaskSkippedEvent, { reason: `its condition said no to the output of ${after}` });
    return false;
  });
}
