import { ConfigurationError, type Fault } from "@boathook/kernel";

import { processFaults } from "../process/check-process.ts";
import type { CrewOptions } from "./crew-options.ts";
import { originOf } from "../config/place.ts";
import type { TaskRef } from "../ref-types.ts";
import { ConditionalTask } from "../task/conditional-task.ts";

/** Refuses tasks that cannot be a crew's, with all faults at once. */
export function checkTasks(tasks: readonly TaskRef[], options: Readonly<CrewOptions>, crewName: string): void {
  const isLed = options.process === "hierarchical"; // the manager does every task
  const faults = tasks.flatMap((task, index) => [
    ...(isLed ? [] : agentFaults(task, index)),
    ...contextFaults(task, index, tasks),
    ...conditionFaults(task, index),
  ]);
  const all = [...processFaults(options), ...faults];
  if (all.length > 0) throw new ConfigurationError(all, { subject: `crew "${crewName}"` });
}

/** Refuses what is no number of rounds. */
export function checkCount(n: unknown, subject: string): void {
  if (typeof n === "number" && Number.isSafeInteger(n) && n > 0) return;
  throw new ConfigurationError(
    [{ path: "n", message: `expected a whole number of rounds from 1 on, got ${String(n)}` }],
    {
      subject,
    },
  );
}

function agentFaults(task: TaskRef, index: number): Fault[] {
  if (task.agent !== undefined) return [];
  return [
    {
      path: `tasks[${index}].agent`,
      message: `task "${task.label}" has no agent, and in a sequential crew every task is done by its own`,
      ...originOf(task),
    },
  ];
}

function contextFaults(task: TaskRef, index: number, tasks: readonly TaskRef[]): Fault[] {
  return (task.options.context ?? []).flatMap((source, position) => {
    const at = tasks.findIndex((other) => other.id === source.id);
    if (at >= 0 && at < index) return [];
    const place = { path: `tasks[${index}].context[${position}]`, ...originOf(task, "context") };
    if (at === index) return [{ ...place, message: `task "${task.label}" names itself as its context` }];
    if (at > index)
      return [{ ...place, message: `task "${task.label}" needs "${tasks[at]?.label ?? ""}", which comes after it` }];
    return [{ ...place, message: `task "${task.label}" needs a task that is not in the crew` }];
  });
}

function conditionFaults(task: TaskRef, index: number): Fault[] {
  if (!ConditionalTask.is(task)) return [];
  const faults: Fault[] = [];
  const place = originOf(task, "condition");
  if (index === 0)
    faults.push({
      path: "tasks[0].condition",
      message: `task "${task.label}" is the first of the crew, and there is no output that its condition could look at`,
      ...place,
    });
  if (task.options.asyncExecution === true)
    faults.push({
      path: `tasks[${index}].asyncExecution`,
      message: `task "${task.label}" has a condition, which waits for the tasks before it; it cannot be asynchronous`,
      ...originOf(task, "asyncExecution"),
    });
  return faults;
}
