import { currentFrame, service } from "@boathook/kernel";
import { MemoryService, scopeOf, type Memory } from "@boathook/memory";

import type { AgentRef, CrewRef } from "../ref-types.ts";

/** Who works: the memory is the agent's own, else the crew's. */
export interface Worker {
  readonly agent: AgentRef;
  readonly crew: CrewRef | undefined;
}

/** A memory, and where in it a worker's memories are. */
export interface MemoryPlace {
  readonly memory: Memory;
  /** Where they are looked for. */
  readonly scopes: readonly string[];
  /** Where new ones go; of an agent's own memory the same scope in every crew. */
  readonly saveScope: string;
  /** Whose the run is: only runs of the same user recall what is saved in it. */
  readonly user: string | undefined;
}

/** The memory that a worker uses; undefined where it has none. */
export function memoryOf({ agent, crew }: Worker): MemoryPlace | undefined {
  const own = agent.options.memory;
  const given = own ?? crew?.options.memory;
  if (given === undefined || given === false) return undefined;
  const memory = given === true ? service(MemoryService) : given;
  const isOwn = own !== undefined || crew === undefined;
  const role = declaredRole(agent, crew);
  const root = isOwn ? scopeOf("agent", role) : scopeOf("crew", crew.name);
  const user = currentFrame().userId;
  return {
    memory,
    scopes: user === undefined ? [root] : [root, scopeOf("user", user)],
    saveScope: isOwn ? root : scopeOf("crew", crew.name, "agent", role),
    user,
  };
}

const givenTo = new WeakMap<CrewRef, readonly (true | Memory)[]>();

/** Every memory that a crew's runs save to; a lookup after the first time. */
export function memoriesOf(crew: CrewRef): readonly Memory[] {
  let given = givenTo.get(crew);
  if (given === undefined) {
    const all = [crew, ...declaredAgents(crew)].map((one) => one.options.memory);
    given = [...new Set(all)].filter((memory) => memory !== undefined && memory !== false);
    givenTo.set(crew, given);
  }
  return given.map((memory) => (memory === true ? service(MemoryService) : memory));
}

/** As they were declared, whether the crew lists them or a task brought them. */
export function declaredAgents(crew: CrewRef): readonly AgentRef[] {
  const declared = [...crew.agents, crew.manager, ...crew.tasks.map((task) => task.agent)];
  return [...new Set(declared.filter((agent) => agent !== undefined))];
}

/** With its `{placeholders}`: what is remembered holds for any inputs. A copy with texts filled in has the id of what it was made from. */
function declaredRole(agent: AgentRef, crew: CrewRef | undefined): string {
  if (crew === undefined) return agent.role;
  return declaredAgents(crew).find((declared) => declared.id === agent.id)?.role ?? agent.role;
}
