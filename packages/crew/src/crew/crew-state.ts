import type { Inputs } from "@boathook/hooks";
import { ConfigurationError } from "@boathook/kernel";

import { TaskOutput } from "../output/task-output.ts";
import { isBytes, type InputFiles } from "../files/input-files.ts";
import { chatNote, triggerNote } from "../task/notes.ts";
import { assigneeOf, type Assignee, type Staff } from "../process/staffing.ts";
import type { PlannedTask } from "./plan-tasks.ts";
import type { AgentRef, TaskRef, CrewRef } from "../ref-types.ts";

/** Stands between the outputs of two tasks in a context. */
const DIVIDER = "\n\n----------\n\n";

/** What one kickoff knows of its tasks: the texts with inputs filled in, and the outputs so far. */
export class CrewState {
  readonly #tasks: ReadonlyMap<string, TaskRef>;
  readonly #agents: ReadonlyMap<AgentRef, AgentRef>;
  readonly #crew: CrewRef;
  readonly #staff: Staff;
  readonly #outputs: (TaskOutput | undefined)[] = [];

  readonly #chat: string | undefined;
  readonly #trigger: string | undefined;
  /** The kickoff's files, and on top of them the inputs that are bytes. */
  readonly files: InputFiles;

  /** Fills in every task's and agent's texts: a missing input fails before anything is asked of a model. */
  constructor(crew: CrewRef, given: Inputs, files: InputFiles) {
    const { inputs, bytes } = withoutBytes(given);
    this.files = bytes === undefined ? files : { ...files, ...bytes };
    this.#chat = chatNote(inputs);
    this.#trigger = triggerNote(inputs);
    this.#crew = crew;
    const declared = [...crew.agents, ...crew.tasks.flatMap((task) => task.agent ?? [])];
    this.#agents = new Map([...new Set(declared)].map((agent) => [agent, agent.interpolated(inputs)]));
    this.#staff = { manager: crew.manager?.interpolated(inputs), everybody: [...this.#agents.values()] };
    this.#tasks = new Map(crew.plan.map((planned) => [planned.key, planned.task.interpolated(inputs)]));
  }

  taskOf(planned: PlannedTask): TaskRef {
    return this.#tasks.get(planned.key) ?? planned.task;
  }

  /** Who does the task, with texts filled in; every planned task has somebody, checked when the crew was made. */
  assigneeOf({ task: { agent, label } }: PlannedTask): Assignee {
    const own = agent === undefined ? undefined : (this.#agents.get(agent) ?? agent);
    const assignee = assigneeOf(own, this.#staff, this.#crew);
    if (assignee !== undefined) return assignee;
    throw new ConfigurationError([{ path: `tasks["${label}"].agent`, message: "the task has no agent" }]);
  }

  store(planned: PlannedTask, output: TaskOutput): void {
    this.#outputs[planned.index] = output;
  }

  /** What the prompt of a task says beside its texts. */
  notesOf({ task, index }: PlannedTask): readonly string[] {
    const isTriggered = task.options.allowTriggerContext ?? (index === 0 && this.#crew.manager === undefined);
    return [isTriggered ? this.#trigger : undefined, this.#chat].filter((note) => note !== undefined);
  }

  /** Every output so far, in the order of the tasks. */
  get outputs(): readonly TaskOutput[] {
    return this.#outputs.filter((output) => output !== undefined);
  }

  /** What the last task before this one gave that gave anything; the first task of a crew is always done. */
  outputBefore(planned: PlannedTask): TaskOutput {
    return (
      this.#outputs.slice(0, planned.index).findLast((output) => output !== undefined) ?? new TaskOutput({ raw: "" })
    );
  }

  /** The raw outputs that a task is shown: those of its `context`, else of all earlier tasks that are done. */
  contextOf(planned: PlannedTask, plan: readonly PlannedTask[]): string {
    const sources = planned.task.options.context;
    const shown = plan.filter((other) =>
      sources === undefined ? other.index < planned.index : sources.some((source) => source.id === other.task.id),
    );
    return shown.flatMap((other) => this.#outputs[other.index]?.raw ?? []).join(DIVIDER);
  }
}

/** Bytes among the inputs are files, named by their keys; nothing else can be made of them. */
function withoutBytes(given: Inputs): { readonly inputs: Inputs; readonly bytes: InputFiles | undefined } {
  const entries = Object.entries(given);
  const bytes = entries.filter((entry): entry is [string, Uint8Array] => isBytes(entry[1]));
  if (bytes.length === 0) return { inputs: given, bytes: undefined };
  return {
    inputs: Object.fromEntries(entries.filter(([, value]) => !isBytes(value))),
    bytes: Object.fromEntries(bytes),
  };
}
