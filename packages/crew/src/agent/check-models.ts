import { ConfigurationError, type Fault } from "@boathook/kernel";
import { llm, modelFaults, type ModelSource } from "@boathook/models";

import { originOf } from "../config/place.ts";
import type { AgentRef } from "../ref-types.ts";
import { defaultModelSource, missingModelFault } from "./default-model.ts";

/** Refuses a kickoff whose agents have no model to ask, or name one that nothing knows; `more` are further models, by the option that names them. */
export function checkModels(
  agents: readonly AgentRef[],
  subject: string,
  more: Readonly<Record<string, ModelSource | undefined>> = {},
): void {
  const faults = [...new Set(agents)].flatMap(faultsOfAgent);
  for (const [path, source] of Object.entries(more)) {
    if (source !== undefined) faults.push(...modelFaults(llm(source)).map((fault) => ({ ...fault, path })));
  }
  if (faults.length > 0) throw new ConfigurationError(faults, { subject });
}

function faultsOfAgent(agent: AgentRef): Fault[] {
  if (agent.options.llm === undefined && defaultModelSource() === undefined) return [missingModelFault(agent.role)];
  const place = { path: `agents["${agent.role}"].llm`, ...originOf(agent, "llm") };
  return modelFaults(agent.llm).map((fault) => ({ ...fault, ...place }));
}
