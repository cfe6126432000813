import type { TaskOutput } from "../output/task-output.ts";
import type { AgentRef, CrewRef, TaskRef } from "../ref-types.ts";

/** One task of a run, ready to be done: texts filled in, agent chosen. */
export interface TaskWork {
  readonly task: TaskRef;
  readonly agent: AgentRef;
  readonly crew: CrewRef;
  /** What earlier tasks gave. */
  readonly context: string;
  /** Keeps the output before callbacks see it. */
  readonly store: (output: TaskOutput) => void;
}
