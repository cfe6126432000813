import { copyInputs, UnknownRunError, type KickoffOptions } from "@boathook/flow";
import type { Inputs } from "@boathook/hooks";
import { ConfigurationError, suggestName } from "@boathook/kernel";

import type { CrewOutput } from "../output/crew-output.ts";
import type { TaskOutput } from "../output/task-output.ts";
import type { StoredRun } from "../outputs/output-store.ts";
import { storedOutput } from "../outputs/stored-output.ts";
import { storeOf } from "../outputs/store-of-crew.ts";
import type { CrewRef } from "../ref-types.ts";
import type { PlannedTask } from "./plan-tasks.ts";
import { runCrew } from "./run-crew.ts";

/** Options of `crew.replay`. */
export interface ReplayOptions extends KickoffOptions {
  /** The run to replay; absent, the crew's newest. */
  runId?: string | undefined;
  /** Instead of the inputs that were kept. */
  inputs?: Inputs | undefined;
}

/** Runs the crew from one task on; what the tasks before it gave comes from the stored run. The replay is a run of its own, with all hooks. */
export async function replayCrew(crew: CrewRef, taskName: string, options: ReplayOptions): Promise<CrewOutput> {
  const { runId, inputs, ...run } = options;
  const from = findTask(crew, taskName);
  const stored = await findRun(crew, runId);
  const restored = new Map<string, TaskOutput | undefined>();
  for (const { key, index } of crew.plan) {
    if (index >= from.index || !stored.tasks.has(key)) continue;
    const output = stored.tasks.get(key);
    restored.set(key, output === null ? undefined : storedOutput(key, output));
  }
  return runCrew(crew, copyInputs(inputs ?? stored.inputs), run, { restored });
}

function findTask(crew: CrewRef, name: string): PlannedTask {
  const found = crew.plan.find(({ key }) => key === name);
  if (found !== undefined) return found;
  const known = crew.plan.map(({ key }) => key);
  const suggestion = suggestName(name, known);
  const fault = { path: "taskName", message: `the crew has no task "${name}"` };
  throw new ConfigurationError([suggestion === undefined ? fault : { ...fault, suggestion }], {
    subject: `replay of crew "${crew.name}"`,
  });
}

async function findRun(crew: CrewRef, runId: string | undefined): Promise<StoredRun> {
  const store = storeOf(crew);
  if (store === undefined)
    throw new ConfigurationError(
      [{ path: "outputs", message: "the crew keeps no outputs; give it `outputs: true`, run it, and replay it then" }],
      { subject: `replay of crew "${crew.name}"` },
    );
  const found = await store.find(crew.name, runId);
  if (found === undefined)
    throw new UnknownRunError(runId ?? "(the newest)", `the stored outputs of crew "${crew.name}"`);
  return found;
}
