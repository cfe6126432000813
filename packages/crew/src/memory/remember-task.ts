import type { TaskOutput } from "../output/task-output.ts";
import type { CrewRef } from "../ref-types.ts";
import type { TaskWork } from "../task/task-work.ts";
import { factsByModel } from "./facts-by-model.ts";
import { memoriesOf, memoryOf } from "./memory-of.ts";

/** Begins to save what a task gave, in the background. Work that one agent hands to another is part of the task that it was handed on in. */
export function rememberTask(work: TaskWork, output: TaskOutput): void {
  const place = work.isDelegated === true ? undefined : memoryOf(work);
  if (place === undefined || place.memory.options.readOnly === true || output.raw.trim() === "") return;
  const { memory, saveScope, user } = place;
  const finished = { task: work.task.description, result: output.raw, agentRole: work.agent.role };
  const extract = memory.options.extract === "model" ? factsByModel(work) : undefined;
  memory.rememberWork(finished, { scope: saveScope, user }, extract);
}

/** Waits for what a crew's tasks began to save; undefined, without a promise, where they save nothing. */
export function drainMemories(crew: CrewRef): Promise<unknown> | undefined {
  const memories = memoriesOf(crew);
  return memories.length === 0 ? undefined : Promise.all(memories.map((memory) => memory.drain()));
}
