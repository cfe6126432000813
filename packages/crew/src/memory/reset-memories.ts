import { withRun, type RunSetup } from "@boathook/flow";
import { readOptions, service } from "@boathook/kernel";
import { MemoryService, scopeOf } from "@boathook/memory";
import { z } from "zod";

import { attachmentOf } from "../crew/attach.ts";
import { storeOf } from "../outputs/store-of-crew.ts";
import type { AgentRef, CrewRef } from "../ref-types.ts";
import { declaredAgents } from "./memory-of.ts";

/** What `resetMemories` empties. */
export type ResetKind = "memory" | "knowledge" | "agent_knowledge" | "kickoff_outputs" | "all";

const kinds = z.enum(["memory", "knowledge", "agent_knowledge", "kickoff_outputs", "all"]);

/** Removes what a crew remembers, its index of documents, or its stored outputs; nothing of other crews. */
export async function resetMemories(crew: CrewRef, given: ResetKind): Promise<void> {
  const kind = readOptions(kinds, given, { subject: "resetMemories" });
  const wanted = Object.entries(RESETS).filter(([name]) => kind === "all" || kind === name);
  await withRun(setupOf(crew), async () => {
    for (const [, reset] of wanted) await reset(crew);
  });
}

/** On the crew's runtime: its services say where `memory: true` is. */
function setupOf(crew: CrewRef): RunSetup {
  return { names: { crewName: crew.name }, runtime: crew.options.runtime ?? attachmentOf(crew)?.runtime };
}

const RESETS: Readonly<Record<Exclude<ResetKind, "all">, (crew: CrewRef) => Promise<void>>> = {
  memory: async (crew) => {
    await forget(crew.options.memory, scopeOf("crew", crew.name));
    for (const { options, role } of declaredAgents(crew)) await forget(options.memory, scopeOf("agent", role));
  },
  knowledge: async (crew) => crew.options.knowledge?.reset(),
  agent_knowledge: async (crew) => {
    for (const { options } of declaredAgents(crew)) await options.knowledge?.reset();
  },
  kickoff_outputs: async (crew) => storeOf(crew)?.clear?.(crew.name),
};

async function forget(given: AgentRef["options"]["memory"], scope: string): Promise<void> {
  if (given === undefined || given === false) return;
  const memory = given === true ? service(MemoryService) : given;
  await memory.forget({ scope });
}
