import { compileFlow, Flow, FLOW_SEAM, type FlowPlan, type FlowSeam, type NamedMethod } from "@boathook/flow";
import type { HookDefinition, Inputs } from "@boathook/hooks";
import { currentFrame } from "@boathook/kernel";
import { currentUsage } from "@boathook/models";

import { CrewOutput } from "../output/crew-output.ts";
import type { TaskOutput } from "../output/task-output.ts";
import { ConditionalTask } from "../task/conditional-task.ts";
import { runTask } from "../task/run-task.ts";
import { isTaskNeeded } from "../task/skip-task.ts";
import { CrewState } from "./crew-state.ts";
import type { PlannedTask } from "./plan-tasks.ts";
import { readCrewOutput } from "./read-crew-output.ts";
import type { CrewRef } from "../ref-types.ts";

const SILENT = { announcesRuns: false, announcesMethods: false, dispatchesSteps: false, inputsAreState: false };
const NO_HOOKS: readonly HookDefinition[] = [];

/** What the inner flows of one crew share: the compiled graph of its tasks. */
export interface CrewGraph {
  readonly plan: FlowPlan;
  readonly byKey: ReadonlyMap<string, PlannedTask>;
}

/** Compiles the crew's tasks into a graph, once per crew. */
export function compileCrew(name: string, planned: readonly PlannedTask[]): CrewGraph {
  const methods = planned.map(({ key, after }): NamedMethod => [
    key,
    after.length === 0 ? { start: true } : { listen: { and: after } },
  ]);
  return { plan: compileFlow(name, methods), byKey: new Map(planned.map((one) => [one.key, one])) };
}

/** The inner flow of one kickoff: every task is a step of it. Its boundary hooks fire; its events are the crew's to tell. */
export class CrewFlow extends Flow<Record<string, unknown>, CrewOutput> {
  readonly #crew: CrewRef;
  #state: CrewState | undefined;

  constructor(crew: CrewRef) {
    super();
    this.#crew = crew;
  }

  override get name(): string {
    return this.#crew.name;
  }

  protected override [FLOW_SEAM](): FlowSeam {
    const { plan } = this.#crew.graph;
    return {
      plan,
      manners: SILENT,
      channel: undefined,
      hooks: NO_HOOKS,
      prepare: (inputs) => this.#prepare(inputs),
      takesInput: () => false,
      runMethod: (key) => this.#runTask(key),
      result: () => this.#result(),
      readOutput: readCrewOutput as FlowSeam["readOutput"], // OUTPUT is given what `result` gives: a CrewOutput
    };
  }

  /** What the flow's own INPUT hooks left is what the texts are filled with. */
  #prepare(inputs: Inputs): void {
    this.#state = new CrewState(this.#crew, inputs);
  }

  #runTask(key: string): unknown {
    const planned = this.#crew.graph.byKey.get(key);
    const state = this.#state;
    if (planned === undefined || state === undefined) throw new Error(`the crew has no task "${key}"`);
    const task = state.taskOf(planned);
    if (ConditionalTask.is(task)) return this.#runIfNeeded(task, planned, state);
    return this.#run(planned, state);
  }

  async #runIfNeeded(task: ConditionalTask, planned: PlannedTask, state: CrewState): Promise<unknown> {
    const previous = state.outputBefore(planned);
    if (!(await isTaskNeeded(task, state.agentOf(planned), previous))) return undefined;
    return this.#run(planned, state);
  }

  #run(planned: PlannedTask, state: CrewState): Promise<TaskOutput> {
    return runTask({
      task: state.taskOf(planned),
      agent: state.agentOf(planned),
      crew: this.#crew,
      context: state.contextOf(planned, this.#crew.plan),
      store: (output) => {
        state.store(planned, output);
      },
    });
  }

  #result(): CrewOutput {
    return new CrewOutput({
      tasksOutput: this.#state?.outputs ?? [],
      usage: currentUsage(),
      executionId: currentFrame().execution?.id ?? "",
    });
  }
}
