import type { TaskRef } from "../ref-types.ts";

/** One task in the order of the crew, and what has to be done before it starts. */
export interface PlannedTask {
  /** Unique in the crew: the task's name, else `task_<position>`. */
  readonly key: string;
  readonly task: TaskRef;
  readonly index: number;
  readonly after: readonly string[];
}

/**
 * Who waits for whom. A task waits for the one before it and for every asynchronous task still running then; an asynchronous one waits for the
 * last task that was not, and for those in its own `context`.
 */
export function planTasks(tasks: readonly TaskRef[]): PlannedTask[] {
  const keys = keysOf(tasks);
  const planned: PlannedTask[] = [];
  let lastInTurn: string | undefined;
  let running: string[] = [];
  tasks.forEach((task, index) => {
    const key = keys[index] ?? `task_${index + 1}`;
    const waitsFor = lastInTurn === undefined ? [] : [lastInTurn];
    if (task.options.asyncExecution === true) {
      const sources = running.filter((other) => isInContext(task, tasks[keys.indexOf(other)]));
      planned.push({ key, task, index, after: sources.length > 0 ? sources : waitsFor });
      running.push(key);
      return;
    }
    planned.push({ key, task, index, after: running.length > 0 ? running : waitsFor });
    lastInTurn = key;
    running = [];
  });
  return planned;
}

function isInContext(task: TaskRef, other: TaskRef | undefined): boolean {
  return other !== undefined && (task.options.context ?? []).some((source) => source.id === other.id);
}

function keysOf(tasks: readonly TaskRef[]): string[] {
  const used = new Set<string>();
  return tasks.map((task, index) => {
    const base = task.name ?? `task_${index + 1}`;
    let key = base;
    for (let n = 2; used.has(key); n += 1) key = `${base}_${n}`;
    used.add(key);
    return key;
  });
}
