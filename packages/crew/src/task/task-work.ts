import type { CallPurpose } from "@boathook/hooks";
import type { Tool } from "@boathook/tools";

import type { InputFiles } from "../files/input-files.ts";
import type { TaskOutput } from "../output/task-output.ts";
import type { AgentRef, CrewRef, TaskRef } from "../ref-types.ts";

/** One task of a run, ready to be done: texts filled in, agent chosen. */
export interface TaskWork {
  readonly task: TaskRef;
  readonly agent: AgentRef;
  /** Undefined: handed on outside of any crew. */
  readonly crew: CrewRef | undefined;
  /** What earlier tasks gave. */
  readonly context: string;
  /** Keeps the output before callbacks see it. */
  readonly store: (output: TaskOutput) => void;
  /** Files of the kickoff. */
  readonly files?: InputFiles | undefined;
  /** What the prompt says beside the task's own texts: a trigger's payload, a conversation. */
  readonly notes?: readonly string[] | undefined;
  /** What training taught whoever does it. */
  readonly suggestions?: readonly string[] | undefined;
  /** Beside the task's or the agent's own tools. */
  readonly extraTools?: readonly Tool[] | undefined;
  /** True: one agent works for another; the crew's `taskCallback` is not told. */
  readonly isDelegated?: boolean | undefined;
  /** What its agent's model calls are for; default "agent". */
  readonly purpose?: CallPurpose | undefined;
  /** Set in a training run: a person is asked once about every task, and what comes of it is kept. */
  readonly training?: TrainingNotes | undefined;
}

/** Where a training run keeps what people said. */
export interface TrainingNotes {
  readonly add: (note: TrainingNote) => void;
}

/** One answer, what a person said of it, and the answer that followed. */
export interface TrainingNote {
  readonly task: string;
  readonly initial: string;
  readonly feedback: string;
  readonly improved: string;
}
