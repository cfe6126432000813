import type { KickoffOptions } from "@boathook/flow";
import type { Inputs } from "@boathook/hooks";
import { currentFrame, newId, type EventChannel } from "@boathook/kernel";

import type { InputFiles } from "../files/input-files.ts";
import type { TaskOutput } from "../output/task-output.ts";
import { outputToStore } from "../outputs/stored-output.ts";
import { storeOf } from "../outputs/store-of-crew.ts";
import type { CrewRef } from "../ref-types.ts";
import type { TrainingNotes } from "../task/task-work.ts";
import { readTrained, type Trained } from "../training/trained-file.ts";

/** What a run may be given beside inputs and options. */
export interface RunExtras {
  /** Sees every event of this run only: a stream's. */
  readonly watcher?: EventChannel | undefined;
  /** What tasks gave in an earlier run, by their names in the crew; undefined for one that was left out. They are not done again. */
  readonly restored?: ReadonlyMap<string, TaskOutput | undefined> | undefined;
  /** Where a training run keeps what is said of an agent's work. */
  readonly training?: ((role: string) => TrainingNotes) | undefined;
}

/** What one kickoff brings to its inner flow. */
export interface RunParts extends RunExtras {
  readonly files: InputFiles;
  readonly trained: Trained;
  /** Keeps what a task gave; undefined: it was left out. Absent where nothing is kept. */
  readonly keep?: ((task: string, output: TaskOutput | undefined) => Promise<void>) | undefined;
}

/** Files that come from the kickoff: those of the flow around it, and on top of them its own. */
export function filesOfKickoff(options: KickoffOptions): InputFiles {
  const around = currentFrame().kickoff?.inputFiles;
  return around === undefined ? (options.inputFiles ?? NO_FILES) : { ...around, ...options.inputFiles };
}

const NO_FILES: InputFiles = {};
const NOT_TRAINED: Trained = {};

/** Reads what has to be read before a run, and opens its record. */
export async function prepareParts(
  crew: CrewRef,
  inputs: Inputs,
  given: { readonly options: KickoffOptions; readonly files: InputFiles; readonly extras: RunExtras },
): Promise<RunParts> {
  const { trainedFile } = crew.options;
  return {
    ...given.extras,
    files: given.files,
    trained: trainedFile === undefined ? NOT_TRAINED : await readTrained(trainedFile),
    keep: await openRecord(crew, inputs, given.options),
  };
}

async function openRecord(crew: CrewRef, inputs: Inputs, options: KickoffOptions): Promise<RunParts["keep"]> {
  const store = storeOf(crew);
  if (store === undefined) return undefined;
  const { execution } = currentFrame();
  const keep = await store.begin({ crew: crew.name, runId: options.runId ?? execution?.id ?? newId(), inputs });
  return async (task, output) => keep(task, output === undefined ? null : outputToStore(output));
}
