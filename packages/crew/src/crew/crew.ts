import { streamRun, type KickoffOptions, type RunStream } from "@boathook/flow";
import type { Inputs } from "@boathook/hooks";
import {
  EventChannel,
  LoggerService,
  errorMessage,
  newId,
  readOptions,
  service,
  type EventStreams,
} from "@boathook/kernel";

import { RateLimit, type ModelSource } from "@boathook/models";

import type { Agent } from "../agent/agent.ts";
import { showOnConsole } from "../console/console-listener.ts";
import { resetMemories, type ResetKind } from "../memory/reset-memories.ts";
import { managerOf } from "../process/manager.ts";
import type { CrewOutput } from "../output/crew-output.ts";
import type { Task } from "../task/task.ts";
import { placeholdersOf } from "../text/interpolate.ts";
import { trainCrew, type TrainOptions } from "../training/train-crew.ts";
import type { Trained } from "../training/trained-file.ts";
import { attach, attachmentOf } from "./attach.ts";
import { checkTasks } from "./check-crew.ts";
import { copiedOptions } from "./copy-crew.ts";
import { compileCrew, type CrewGraph } from "./crew-flow.ts";
import { crewOptionsSchema, type CrewOptions } from "./crew-options.ts";
import { kickoffForEach, type ForEachOptions } from "./kickoff-for-each.ts";
import { planTasks, type PlannedTask } from "./plan-tasks.ts";
import { replayCrew, type ReplayOptions } from "./replay-crew.ts";
import { runCrew } from "./run-crew.ts";
import { startInputs } from "./start-inputs.ts";
import { testCrew, type CrewTestOptions, type CrewTestResult } from "./test-crew.ts";

/** Agents and the tasks they do. It holds no state of a run: kickoffs at the same time do not see each other. */
export class Crew<O = unknown> {
  readonly id: string = newId();
  readonly agents: readonly Agent[];
  readonly tasks: readonly Task[];
  /** Who does every task of a hierarchical crew; undefined in a sequential one. It is not among `agents`. */
  readonly manager: Agent | undefined;
  /** Everything else it was made with. */
  readonly options: Readonly<CrewOptions>;
  readonly channel = new EventChannel((error) => {
    service(LoggerService).error({ error: errorMessage(error) }, "a subscriber of a crew's events failed");
  });
  /** Who waits for whom. */
  readonly plan: readonly PlannedTask[];
  readonly graph: CrewGraph;

  /** Shared by all runs; undefined: there is no limit. */
  readonly rateLimit: RateLimit | undefined;

  constructor(options: CrewOptions) {
    this.options = readOptions(crewOptionsSchema, options, { subject: "crew" });
    this.tasks = this.options.tasks;
    checkTasks(this.tasks, this.options, this.name);
    this.agents = this.options.agents ?? agentsOf(this.tasks);
    this.manager = managerOf(this.options);
    this.rateLimit = this.options.maxRpm === undefined ? undefined : new RateLimit(this.options.maxRpm);
    this.plan = planTasks(this.tasks);
    this.graph = compileCrew(this.name, this.plan);
    if (this.options.verbose === true) showOnConsole(this.channel);
  }

  static is(value: unknown): value is Crew {
    return value instanceof Crew;
  }

  get name(): string {
    return this.options.name ?? attachmentOf(this)?.className ?? "crew";
  }

  /** Every event of this crew's runs, and of what runs inside them. */
  get events(): EventStreams {
    return this.channel;
  }

  /** The decorated class's object, when there is one. */
  get instance(): object | undefined {
    return attachmentOf(this)?.instance;
  }

  /** Runs the crew once. Rejects with the very error that stopped it. */
  async kickoff(inputs: Inputs = {}, options: KickoffOptions = {}): Promise<CrewOutput<O>> {
    return (await runCrew(this, startInputs(this, inputs), options)) as CrewOutput<O>; // the crew's author says what its last task gives
  }

  /** A kickoff to be watched: it starts when the stream is read, or its `result` asked for, and is cancelled when the reader leaves. */
  stream(inputs: Inputs = {}, options: KickoffOptions = {}): RunStream<CrewOutput<O>> {
    const copy = startInputs(this, inputs);
    const start = (watcher: EventChannel, signal: AbortSignal): Promise<CrewOutput> =>
      runCrew(this, copy, { ...options, signal }, { watcher });
    return streamRun(start, options.signal) as RunStream<CrewOutput<O>>; // the crew's author says what its last task gives
  }

  /** Runs the crew once per inputs, one after another or `concurrency` at a time; results in the order of the inputs. */
  kickoffForEach(
    inputs: readonly Inputs[],
    options?: ForEachOptions & { onError?: "throw" | undefined },
  ): Promise<CrewOutput<O>[]>;
  kickoffForEach(
    inputs: readonly Inputs[],
    options: ForEachOptions & { onError: "collect" },
  ): Promise<PromiseSettledResult<CrewOutput<O>>[]>;
  kickoffForEach(
    inputs: readonly Inputs[],
    options: ForEachOptions & { onError?: "throw" | "collect" | undefined } = {},
  ): Promise<unknown> {
    return kickoffForEach(this, inputs, options);
  }

  /** The names of the `{placeholders}` that its kickoff needs, in order of appearance. */
  inputs(): string[] {
    const texts = [
      ...this.tasks.flatMap((task) => [task.description, task.expectedOutput, task.outputFile ?? ""]),
      ...[...this.agents, ...(this.manager === undefined ? [] : [this.manager])].flatMap((agent) => [
        agent.role,
        agent.goal,
        agent.backstory,
      ]),
    ];
    return [...new Set(texts.flatMap(placeholdersOf))];
  }

  /** Removes what it and its agents remember (`"memory"`), their indexes of documents, or its stored outputs; `"all"` for all of it. Nothing of other crews. */
  resetMemories(kind: ResetKind): Promise<void> {
    return resetMemories(this, kind);
  }

  /** A crew with the same options, class object, hooks and callbacks, whose agents and tasks are copies of its own. */
  copy(): Crew<O> {
    const made = new Crew<O>(copiedOptions(this.options, this.options.agents));
    const attachment = attachmentOf(this);
    if (attachment !== undefined) attach(made, attachment);
    return made;
  }

  /**
   * Runs the crew from one task on; what the tasks before it gave comes from the stored run `runId`, else from the newest one. Needs the crew
   * option `outputs`. `inputs` take the place of those that were kept. Rejects with `UnknownRunError` where there is no such run.
   */
  replay(taskName: string, options: ReplayOptions = {}): Promise<CrewOutput<O>> {
    return replayCrew(this, taskName, options) as Promise<CrewOutput<O>>; // the crew's author says what its last task gives
  }

  /** Runs the crew `n` times and lets the model `judge` rate every task's output from 1 to 10. */
  test(n: number, judge: ModelSource, options: CrewTestOptions = {}): Promise<CrewTestResult> {
    return testCrew(this, n, judge, options);
  }

  /**
   * Runs the crew `n` times, asks a person about every task's output, and writes what they said, made into suggestions per role, to `file`. Give
   * that file to the crew as `trainedFile` to have them in its prompts.
   */
  train(n: number, options: TrainOptions): Promise<Trained> {
    return trainCrew(this, n, options);
  }
}

function agentsOf(tasks: readonly Task[]): readonly Agent[] {
  return [...new Set(tasks.flatMap((task) => (task.agent === undefined ? [] : [task.agent])))];
}
