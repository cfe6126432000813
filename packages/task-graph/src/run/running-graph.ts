import { DurableEngineService, withRun, type DurableEngine } from "@boathook/flow";
import type { HookDefinition, Inputs } from "@boathook/hooks";
import {
  closeSpan,
  linkSignals,
  newId,
  openSpan,
  RunCancelledError,
  runInFrame,
  service,
  type LinkedController,
} from "@boathook/kernel";

import { TaskGraphCompletedEvent, TaskGraphFailedEvent, TaskGraphStartedEvent } from "../events.ts";
import type { GraphRunOptions, GraphSettings } from "../graph/options.ts";
import type { GraphPlan } from "../graph/read-graph.ts";
import type { GraphRunStatus, GraphTaskStatus } from "../graph/status.ts";
import { GraphRecord } from "./graph-record.ts";
import { GraphRun } from "./graph-run.ts";
import type { TaskResult } from "./task-state.ts";

/** How a graph ended. */
export interface GraphResult {
  readonly status: GraphRunStatus;
  /** By id, in the order of the graph. */
  readonly tasks: Readonly<Record<string, TaskResult>>;
  readonly runId: string;
}

/** What is run. */
export interface GraphParts {
  readonly plan: GraphPlan;
  readonly settings: GraphSettings;
  readonly hooks: readonly HookDefinition[];
}

/** A graph while it runs. */
export class RunningGraph {
  /** Settles when the run is over; rejects only when its store fails. */
  readonly result: Promise<GraphResult>;
  readonly #parts: GraphParts;
  readonly #options: GraphRunOptions;
  readonly #cancelled: LinkedController;
  #run: GraphRun | undefined;
  #isPaused = false;

  constructor(parts: GraphParts, options: GraphRunOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#cancelled = linkSignals(options.signal);
    this.result = this.#start();
  }

  /** Every task as it is now; `paused` are those that a paused run does not start. */
  get tasks(): Readonly<Record<string, TaskResult>> {
    return this.#run?.snapshot() ?? {};
  }

  /** Starts no further task until `resume`; what runs goes on. */
  pause(): void {
    this.#isPaused = true;
    this.#run?.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#run?.resume();
  }

  /** Cancels what runs and starts nothing more; `result` resolves with status `cancelled`. */
  cancel(reason?: unknown): void {
    this.#cancelled.abort(new RunCancelledError(reason));
  }

  async #start(): Promise<GraphResult> {
    const { settings, hooks } = this.#parts;
    const setup = {
      runtime: settings.runtime,
      hooks: [{ kind: "run", definitions: hooks }],
      inputs: this.#options.inputs ?? {},
      options: { signal: this.#cancelled.signal },
    } as const;
    try {
      return await withRun(setup, () => this.#announced());
    } finally {
      this.#cancelled.unlink();
    }
  }

  async #announced(): Promise<GraphResult> {
    const { plan, settings } = this.#parts;
    const graph = settings.name;
    const span = openSpan(TaskGraphStartedEvent, { graph, tasks: plan.tasks.length });
    try {
      const result = await runInFrame(span.frame, () => this.#work());
      closeSpan(span, TaskGraphCompletedEvent, () => ({
        graph,
        status: result.status,
        counts: countsOf(result.tasks),
      }));
      return result;
    } catch (error) {
      closeSpan(span, TaskGraphFailedEvent, { graph, error });
      throw error;
    }
  }

  async #work(): Promise<GraphResult> {
    const { inputs = {}, runId = newId() } = this.#options;
    const engine = this.#options.engine ?? service(DurableEngineService);
    const isRecorded = this.#options.durable ?? this.#options.engine !== undefined;
    if (!isRecorded) return this.#runOn(engine, { inputs, runId }, undefined);
    const graph = this.#parts.settings.name;
    const record = await GraphRecord.open(engine, { id: runId, graph, inputs });
    try {
      return await this.#recorded(engine, runId, record);
    } finally {
      await record.release();
    }
  }

  async #recorded(engine: DurableEngine, runId: string, record: GraphRecord): Promise<GraphResult> {
    try {
      const result = await this.#runOn(engine, { inputs: record.inputs, runId }, record);
      await record.close(result.status, this.#cancelled.signal.reason);
      return result;
    } catch (error) {
      await record.fail(error);
      throw error;
    }
  }

  async #runOn(
    engine: DurableEngine,
    { inputs, runId }: { readonly inputs: Inputs; readonly runId: string },
    record: GraphRecord | undefined,
  ): Promise<GraphResult> {
    const { plan, settings } = this.#parts;
    const cancel = (reason: unknown): void => {
      this.#cancelled.abort(reason);
    };
    const run = new GraphRun(plan, { ...settings, inputs, runId, record, cancel }, await engine.openRun());
    this.#run = run;
    if (this.#isPaused) run.pause();
    const status = await run.run();
    return { status, tasks: run.snapshot(), runId };
  }
}

function countsOf(tasks: Readonly<Record<string, TaskResult>>): Partial<Record<GraphTaskStatus, number>> {
  const counts: Partial<Record<GraphTaskStatus, number>> = {};
  for (const { status } of Object.values(tasks)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
