import type { Fault } from "@boathook/kernel";

import { originOf } from "../config/place.ts";
import type { AgentRef } from "../ref-types.ts";
import type { CrewOptions } from "../crew/crew-options.ts";

/** What is wrong with how a crew's tasks are to be led. */
export function processFaults(options: Readonly<CrewOptions>): Fault[] {
  return options.process === "hierarchical" ? managerFaults(options) : strayManager(options);
}

function managerFaults(options: Readonly<CrewOptions>): Fault[] {
  const { managerAgent, managerLlm, agents, tasks } = options;
  const faults = managerAgent === undefined ? [] : agentFaults(managerAgent, agents);
  if (managerAgent === undefined && managerLlm === undefined)
    faults.push({ path: "managerLlm", message: "a hierarchical crew needs managerLlm, or managerAgent" });
  if (managerAgent !== undefined && managerLlm !== undefined)
    faults.push({ path: "managerLlm", message: "managerAgent has a model of its own; give one of the two" });
  if (agents === undefined && tasks.every((task) => task.agent === undefined))
    faults.push({ path: "agents", message: "the manager has nobody to hand work to; give the crew agents" });
  return faults;
}

function agentFaults(manager: AgentRef, agents: readonly AgentRef[] = []): Fault[] {
  const faults: Fault[] = [];
  const place = { path: "managerAgent", ...originOf(manager) };
  if (agents.some(({ id }) => id === manager.id))
    faults.push({ ...place, message: "the manager is also one of the agents; leave it out of them" });
  if (manager.tools.length > 0)
    faults.push({ ...place, message: "the manager has tools of its own; give them to the agents who do the work" });
  return faults;
}

function strayManager(options: Readonly<CrewOptions>): Fault[] {
  return (["managerAgent", "managerLlm"] as const)
    .filter((key) => options[key] !== undefined)
    .map((path) => ({ path, message: "only a crew with process: Process.hierarchical has a manager" }));
}
