import { toJsonSchema, type ContentPart } from "@boathook/models";
import type { Tool } from "@boathook/tools";

import { showFiles } from "../files/show-files.ts";
import { recollect } from "../memory/recollect.ts";
import { taskRequest } from "./task-request.ts";
import type { TaskWork } from "./task-work.ts";

/** What an agent is given to do a task: the same for every attempt. */
export interface TaskBrief {
  readonly content: string | ContentPart[];
  readonly tools: readonly Tool[];
}

/** How many memories a task is shown. */
const MEMORY_LIMIT = 5;

/** Writes the request of a task and reads its files: the kickoff's, and on top of them the task's own. */
export async function briefOf(work: TaskWork, context: string): Promise<TaskBrief> {
  const { task, agent } = work;
  const { options } = task;
  const own = options.tools ?? agent.tools;
  const files = await showFiles({ ...work.files, ...options.inputFiles }, agent.llm, own);
  const recollected = await recollect(work, task.description, MEMORY_LIMIT, context);
  const notes = work.notes ?? [];
  const text = taskRequest({
    description: task.description,
    expectedOutput: task.expectedOutput,
    context,
    markdown: options.markdown === true,
    schema: schemaOf(work),
    notes: files === undefined ? notes : [...notes, files.note],
    recollections: recollected?.notes ?? [],
    suggestions: work.suggestions ?? [],
  });
  const tools = withMore(own, work.extraTools, recollected?.tools);
  if (files === undefined) return { content: text, tools };
  const content: ContentPart[] = [{ type: "text", text }, ...files.parts];
  return { content: files.parts.length === 0 ? text : content, tools: [...tools, ...files.tools] };
}

function withMore(own: readonly Tool[], ...more: readonly (readonly Tool[] | undefined)[]): readonly Tool[] {
  return more.every((tools) => tools === undefined || tools.length === 0)
    ? own
    : [...own, ...more.flatMap((tools) => tools ?? [])];
}

function schemaOf({ task }: TaskWork): object | "any" | undefined {
  const { outputSchema, outputJson } = task.options;
  if (outputSchema !== undefined) return toJsonSchema(outputSchema);
  return outputJson === true ? "any" : undefined;
}
