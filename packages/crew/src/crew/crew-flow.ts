import { compileFlow, Flow, FLOW_SEAM, type FlowPlan, type FlowSeam, type NamedMethod } from "@boathook/flow";
import type { HookDefinition, Inputs, MaybePromise } from "@boathook/hooks";
import { currentFrame } from "@boathook/kernel";
import { currentUsage } from "@boathook/models";

import { CrewOutput } from "../output/crew-output.ts";
import type { TaskOutput } from "../output/task-output.ts";
import { ConditionalTask } from "../task/conditional-task.ts";
import { runTask } from "../task/run-task.ts";
import { isTaskNeeded } from "../task/skip-task.ts";
import { CrewState } from "./crew-state.ts";
import { logOutput } from "../task/output-log.ts";
import { planCrew } from "../planning/plan-crew.ts";
import type { PlannedTask } from "./plan-tasks.ts";
import type { KeepTaskOutput, RunParts } from "./run-parts.ts";
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
  readonly #parts: RunParts;
  readonly #keep: KeepTaskOutput | undefined;
  #state: CrewState | undefined;
  #plans: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(crew: CrewRef, parts: RunParts, keep: KeepTaskOutput | undefined) {
    super();
    this.#crew = crew;
    this.#parts = parts;
    this.#keep = keep;
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
      journal: this.#parts.durable?.journal,
    };
  }

  /** What the flow's own INPUT hooks left is what the texts are filled with. */
  #prepare(inputs: Inputs): MaybePromise<void> {
    this.#state = new CrewState(this.#crew, inputs, this.#parts.files);
    if (this.#parts.durable !== undefined) return this.#goOn(this.#state, this.#parts.durable.done);
  }

  /** What the record of the run holds is there for the tasks that are left; the flow itself passes over those that are done. */
  async #goOn(state: CrewState, done: ReadonlyMap<string, TaskOutput | undefined>): Promise<void> {
    for (const [key, output] of done) {
      const planned = this.#crew.graph.byKey.get(key);
      if (planned !== undefined && output !== undefined) state.store(planned, output);
      await this.#keep?.(key, output);
    }
  }

  #runTask(key: string): unknown {
    const planned = this.#crew.graph.byKey.get(key);
    const state = this.#state;
    if (planned === undefined || state === undefined) throw new Error(`the crew has no task "${key}"`);
    if (this.#parts.restored?.has(key) === true) return this.#restore(planned, state);
    const task = state.taskOf(planned);
    if (ConditionalTask.is(task)) return this.#runIfNeeded(task, planned, state);
    return this.#run(planned, state);
  }

  /** What an earlier run gave counts as done. */
  async #restore(planned: PlannedTask, state: CrewState): Promise<TaskOutput | undefined> {
    const output = this.#parts.restored?.get(planned.key);
    if (output !== undefined) state.store(planned, output);
    await this.#keep?.(planned.key, output);
    return output;
  }

  async #runIfNeeded(task: ConditionalTask, planned: PlannedTask, state: CrewState): Promise<unknown> {
    const { agent } = state.assigneeOf(planned);
    if (await isTaskNeeded(task, agent, state.outputBefore(planned))) return this.#run(planned, state);
    await logOutput(this.#crew, { status: "skipped", task: task.label, agent: agent.role });
    await this.#keep?.(planned.key, undefined);
    return undefined;
  }

  async #run(planned: PlannedTask, state: CrewState): Promise<TaskOutput> {
    const { trained, training } = this.#parts;
    const { agent, tools } = state.assigneeOf(planned);
    const plan = await this.#planFor(planned, state);
    const declared = this.#crew.manager ?? planned.task.agent ?? agent;
    const { role } = declared; // as declared: what was learned holds for any inputs
    const output = await runTask({
      task: state.taskOf(planned),
      agent,
      // In training an agent is judged by its own work; a manager's work is to hand it on.
      extraTools: training === undefined || this.#crew.manager !== undefined ? tools : undefined,
      crew: this.#crew,
      context: state.contextOf(planned, this.#crew.plan),
      store: (given) => {
        state.store(planned, given);
      },
      files: state.files,
      notes: plan === undefined ? state.notesOf(planned) : [...state.notesOf(planned), `How to go about it:\n${plan}`],
      suggestions: Object.hasOwn(trained, role) ? trained[role]?.suggestions : undefined,
      training: training?.(role),
    });
    await this.#keep?.(planned.key, output);
    return output;
  }

  /** Planned once per run, before the first task that is done in it. */
  async #planFor(planned: PlannedTask, state: CrewState): Promise<string | undefined> {
    if (this.#crew.options.planning !== true) return undefined;
    this.#plans ??= this.#makePlans(state);
    return (await this.#plans).get(planned.key);
  }

  /** A recorded run has its plans in the record. */
  #makePlans(state: CrewState): Promise<ReadonlyMap<string, string>> {
    const journal = this.#parts.durable?.journal;
    const make = (): Promise<ReadonlyMap<string, string>> =>
      planCrew(
        this.#crew,
        this.#crew.plan.map((one) => ({ planned: one, task: state.taskOf(one), assignee: state.assigneeOf(one) })),
      );
    return journal === undefined ? make() : journal.once("planning", make);
  }

  #result(): CrewOutput {
    return new CrewOutput({
      tasksOutput: this.#state?.outputs ?? [],
      usage: currentUsage(),
      executionId: currentFrame().execution?.id ?? "",
    });
  }
}
