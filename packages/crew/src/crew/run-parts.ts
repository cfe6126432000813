import { copyInputs, type KickoffOptions } from "@boathook/flow";
import type { Inputs } from "@boathook/hooks";
import { currentFrame, newId, type EventChannel } from "@boathook/kernel";

import type { InputFiles } from "../files/input-files.ts";
import type { TaskOutput } from "../output/task-output.ts";
import { outputToStore } from "../outputs/stored-output.ts";
import { storeOf } from "../outputs/store-of-crew.ts";
import type { CrewRef } from "../ref-types.ts";
import type { TrainingNotes } from "../task/task-work.ts";
import { readTrained, type Trained } from "../training/trained-file.ts";
import { CrewRecord } from "./crew-record.ts";

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
  /** With `durable: true`: the record that the run goes on from. */
  readonly durable?: CrewRecord | undefined;
  /** Begins the record of the run, and gives what keeps the outputs of tasks. Absent where nothing is kept. */
  readonly record?: (() => Promise<KeepTaskOutput>) | undefined;
}

/** Keeps what a task gave; undefined: it was left out. */
export type KeepTaskOutput = (task: string, output: TaskOutput | undefined) => Promise<void>;

/** Files that come from the kickoff: those of the flow around it, and on top of them its own. */
export function filesOfKickoff(options: KickoffOptions): InputFiles {
  const around = currentFrame().kickoff?.inputFiles;
  return around === undefined ? (options.inputFiles ?? NO_FILES) : { ...around, ...options.inputFiles };
}

const NO_FILES: InputFiles = {};
const NOT_TRAINED: Trained = {};

/** Reads what has to be read before a run. */
export async function prepareParts(
  crew: CrewRef,
  inputs: Inputs,
  given: { readonly options: KickoffOptions; readonly files: InputFiles; readonly extras: RunExtras },
): Promise<RunParts> {
  const { trainedFile } = crew.options;
  const { options } = given;
  return {
    ...given.extras,
    files: given.files,
    trained: trainedFile === undefined ? NOT_TRAINED : await readTrained(trainedFile),
    durable: options.durable === true ? new CrewRecord(crew, options.runId ?? ownId(inputs)) : undefined,
    record: recordOf(crew, inputs, options),
  };
}

function recordOf(crew: CrewRef, inputs: Inputs, options: KickoffOptions): RunParts["record"] {
  const store = storeOf(crew);
  if (store === undefined) return undefined;
  const run = { crew: crew.name, runId: options.runId ?? ownId(inputs), inputs: copyInputs(inputs) };
  return async () => {
    const keep = await store.begin(run);
    return async (task, output) => keep(task, output === undefined ? null : outputToStore(output));
  };
}

/** The execution's id, which the crew's output has, too; a run inside of another one shares it with others, and has an id of its own. */
function ownId(inputs: Inputs): string {
  const { execution, outermost } = currentFrame();
  return execution !== undefined && outermost?.inputs === inputs ? execution.id : newId();
}
