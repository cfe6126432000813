import { describeValue, type MaybePromise } from "@boathook/hooks";
import { ConfigurationError, processWide, suggestName } from "@boathook/kernel";
import type { Tool } from "@boathook/tools";

import { Agent } from "../agent/agent.ts";
import { Crew } from "../crew/crew.ts";

/** A crew or an agent, or the function that makes one for each use. */
export type FlowWorker<T extends Agent | Crew> = T | (() => MaybePromise<T>);

const workers = {
  crew: processWide("flow-crews/1", () => new Map<string, FlowWorker<Crew>>()),
  agent: processWide("flow-agents/1", () => new Map<string, FlowWorker<Agent>>()),
  tool: processWide("flow-tools/1", () => new Map<string, Tool>()),
};

/** Lets declared flows kick a crew off by name (`crew: name`); the same name again replaces it. Gives the function that takes it out. */
export function registerFlowCrew(name: string, crew: FlowWorker<Crew>): () => void {
  return register(workers.crew, name, crew);
}

/** Lets declared flows ask an agent by name (`agent: name`); the same name again replaces it. Gives the function that takes it out. */
export function registerFlowAgent(name: string, agent: FlowWorker<Agent>): () => void {
  return register(workers.agent, name, agent);
}

/** Lets declared flows use a tool by its name (`tool: name`); another one of that name replaces it. Gives the function that takes it out. */
export function registerFlowTool(tool: Tool): () => void {
  return register(workers.tool, tool.name, tool);
}

/** What keeps the name from being used; undefined when it is registered. */
export function unknownWorker(kind: keyof typeof workers, name: string): string | undefined {
  const names = [...workers[kind].keys()];
  if (names.includes(name)) return undefined;
  const suggestion = suggestName(name, names);
  return `no ${kind} "${name}" is registered${suggestion === undefined ? "" : ` (${suggestion})`}`;
}

/** The crew of that name. */
export async function flowCrew(name: string): Promise<Crew> {
  const made = await resolved(workers.crew.get(name));
  return Crew.is(made) ? made : refuse("crew", name, made);
}

/** The agent of that name. */
export async function flowAgent(name: string): Promise<Agent> {
  const made = await resolved(workers.agent.get(name));
  return Agent.is(made) ? made : refuse("agent", name, made);
}

/** The tool of that name. */
export function flowTool(name: string): Tool {
  return workers.tool.get(name) ?? refuse("tool", name, undefined);
}

function resolved(worker: unknown): unknown {
  return typeof worker === "function" ? (worker as () => unknown)() : worker; // whatever it gives is looked at
}

function refuse(kind: string, name: string, got: unknown): never {
  const fault = { path: name, message: `expected a ${kind} or a function that makes one, got ${describeValue(got)}` };
  throw new ConfigurationError([fault], { subject: `flow ${kind}` });
}

function register<T>(map: Map<string, T>, name: string, value: T): () => void {
  map.set(name, value);
  return () => {
    if (map.get(name) === value) map.delete(name);
  };
}
