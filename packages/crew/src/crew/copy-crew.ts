import { newId } from "@boathook/kernel";

import type { Agent } from "../agent/agent.ts";
import { shareOrigin } from "../config/place.ts";
import type { Task } from "../task/task.ts";
import type { CrewOptions } from "./crew-options.ts";

/** The options of a crew with agents and tasks of their own: copies, with new ids, that name one another where the originals did. */
export function copiedOptions(options: Readonly<CrewOptions>, agents: readonly Agent[] | undefined): CrewOptions {
  const copies = new Map<Agent, Agent>();
  const agentOf = (agent: Agent): Agent => {
    const made = copies.get(agent) ?? copyOf(agent, {});
    copies.set(agent, made);
    return made;
  };
  const given = agents?.map(agentOf);
  const tasks: Task[] = [];
  for (const task of options.tasks) {
    const { context } = task.options;
    const agent = task.agent === undefined ? undefined : agentOf(task.agent);
    // A task's context is made of earlier ones, so their copies are there.
    const copiedContext = context?.map(
      (source) => tasks[options.tasks.findIndex(({ id }) => id === source.id)] ?? source,
    );
    tasks.push(copyOf(task, { agent, options: { ...task.options, agent, context: copiedContext } }));
  }
  return { ...options, tasks, ...(given === undefined ? {} : { agents: given }) };
}

/** An object of the same class with the same fields but for these and its id; the options were checked when the original was made. */
function copyOf<T extends object>(original: T, changed: object): T {
  const made = Object.assign(Object.create(Object.getPrototypeOf(original) as object) as T, original, changed, {
    id: newId(),
  });
  shareOrigin(original, made);
  return made;
}
