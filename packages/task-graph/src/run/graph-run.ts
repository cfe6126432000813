import { Breather, type UnitLog, type UnitOutcome } from "@boathook/flow";
import { cancellationOf, ClockService, currentFrame, emit, service, whenAborted } from "@boathook/kernel";

import { TaskNotRunError } from "../errors.ts";
import { GraphTaskCreatedEvent, GraphTaskSettledEvent } from "../events.ts";
import type { GraphSettings } from "../graph/options.ts";
import type { GraphPlan } from "../graph/read-graph.ts";
import { isSettled, letsDependantsRun, type GraphRunStatus, type GraphTaskStatus } from "../graph/status.ts";
import type { DependencyResult } from "../graph/worker.ts";
import { Agenda } from "./agenda.ts";
import { runAttempt, type AttemptOutcome } from "./attempt.ts";
import type { GraphRecord } from "./graph-record.ts";
import { Outcomes } from "./outcomes.ts";
import { retryDelayFor } from "./retry-delay.ts";
import { TaskState, type TaskResult } from "./task-state.ts";

/** How one run is done. */
export interface RunSettings extends GraphSettings {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly runId: string;
  /** Absent: nothing is recorded. */
  readonly record?: GraphRecord | undefined;
  /** Cancels what is under way. */
  readonly cancel: (reason: unknown) => void;
}

/**
 * One run of a graph: one loop that asks which attempt ended first, applies that, and starts what became ready. Nothing else changes a
 * task's status.
 */
export class GraphRun {
  readonly #settings: RunSettings;
  readonly #outcomes: Outcomes;
  readonly #states: readonly TaskState[];
  readonly #agenda = new Agenda<TaskState>();
  readonly #signal = currentFrame().signal;
  /** By unit: an attempt, or the wait before the next one. */
  readonly #underWay = new Map<string, { readonly state: TaskState; readonly isDelay: boolean }>();
  #running = 0;
  #order = 0;
  #hasFailed = false;
  /** Why nothing more is started. */
  #stop: { readonly reason: unknown } | undefined;
  readonly #breather = new Breather();
  #isPaused = false;

  constructor(plan: GraphPlan, settings: RunSettings, unitLog: UnitLog) {
    this.#settings = settings;
    this.#outcomes = new Outcomes(unitLog);
    this.#states = plan.tasks.map((task) => new TaskState(task));
  }

  /** Resolves when every task is settled; rejects when the store fails. */
  async run(): Promise<GraphRunStatus> {
    const stopListening = whenAborted(this.#signal, this.#outcomes.wake);
    try {
      for (const state of this.#states) this.#announce(state);
      for (const state of this.#states) if (state.open === 0) this.#makeReady(state);
      await this.#untilDone();
      return this.#status();
    } catch (error) {
      await this.#abandon(error);
      throw error;
    } finally {
      stopListening();
    }
  }

  /** Starts no further task until `resume`; what runs goes on. */
  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#outcomes.wake();
  }

  /** Every task as it is now. */
  snapshot(): Record<string, TaskResult> {
    const isHeld = (status: GraphTaskStatus): boolean =>
      this.#isPaused && (status === "pending" || status === "retrying");
    return Object.fromEntries(
      this.#states.map((state) => {
        const result = state.result();
        return [state.id, isHeld(state.status) ? { ...result, status: "paused" as const } : result];
      }),
    );
  }

  async #untilDone(): Promise<void> {
    for (;;) {
      if (this.#signal.aborted) this.#stopStarting(cancellationOf(this.#signal));
      else if (!this.#isPaused) this.#startReady();
      if (this.#underWay.size > 0) await this.#applyFirst();
      else if (this.#isPaused && this.#agenda.size > 0) await this.#outcomes.sleep();
      else return;
      const rest = this.#breather.next();
      if (rest !== undefined) await rest;
    }
  }

  /** The store failed: nothing is to run on behind a run that has rejected. */
  async #abandon(error: unknown): Promise<void> {
    this.#settings.cancel(error);
    while (this.#underWay.size > 0) {
      const outcome = await this.#outcomes.first();
      if (outcome !== undefined) this.#underWay.delete(outcome.key);
    }
  }

  async #applyFirst(): Promise<void> {
    const outcome = await this.#outcomes.first();
    if (outcome === undefined) return;
    try {
      const keeping = this.#keep(outcome);
      if (keeping !== undefined) await keeping;
    } catch (error) {
      this.#underWay.delete(outcome.key);
      throw error;
    }
    this.#apply(outcome);
  }

  /** An attempt is recorded before anything comes of it. */
  #keep({ key, ...outcome }: UnitOutcome): PromiseLike<void> | void {
    const { record } = this.#settings;
    if (record === undefined || !outcome.isOk || this.#underWay.get(key)?.isDelay !== false) return undefined;
    if (record.kept(key) === undefined) return record.keep(key, outcome.value as AttemptOutcome); // what this run's own unit gave
  }

  #makeReady(state: TaskState): void {
    if (this.#stop !== undefined) {
      this.#settle(state, "cancelled", this.#stop.reason);
      return;
    }
    this.#order += 1;
    state.order = this.#order;
    this.#agenda.add(state);
  }

  #startReady(): void {
    if (this.#agenda.size === 0) return;
    for (const state of this.#agenda.take(this.#settings.concurrency - this.#running)) this.#start(state);
  }

  #start(state: TaskState): void {
    state.move("running");
    state.attempts += 1;
    this.#running += 1;
    const key = `${state.id}#${state.attempts}`;
    const { inputs, runId, graceMs, record } = this.#settings;
    const timeoutMs = state.plan.options.timeoutMs ?? this.#settings.timeoutMs;
    const parts = {
      inputs,
      graceMs,
      timeoutMs,
      idempotencyKey: `${runId}:${key}`,
      dependencies: this.#dependenciesOf(state),
      isRecorded: record !== undefined,
    };
    this.#underWay.set(key, { state, isDelay: false });
    const kept = record?.kept(key);
    this.#outcomes.start(key, () => kept ?? runAttempt(state, parts));
  }

  #dependenciesOf(state: TaskState): Record<string, DependencyResult> {
    return Object.fromEntries(
      state.plan.dependencies.flatMap((index) => {
        const found = this.#states[index];
        return found === undefined ? [] : [[found.id, { status: found.status, output: found.output }] as const];
      }),
    );
  }

  #apply(outcome: UnitOutcome): void {
    const unit = this.#underWay.get(outcome.key);
    if (unit === undefined) return;
    this.#underWay.delete(outcome.key);
    if (unit.isDelay) this.#delayed(unit.state, outcome);
    else this.#attempted(unit.state, outcome);
  }

  #delayed(state: TaskState, outcome: UnitOutcome): void {
    if (outcome.isOk) this.#makeReady(state);
    else this.#settle(state, "cancelled", outcome.error);
  }

  #attempted(state: TaskState, outcome: UnitOutcome): void {
    this.#running -= 1;
    this.#agenda.release(state);
    if (!outcome.isOk) {
      if (!this.#signal.aborted) throw outcome.error; // an attempt rejects only when it is cancelled: the store failed
      this.#settle(state, "cancelled", outcome.error);
      return;
    }
    const ended = outcome.value as AttemptOutcome; // what this run's own unit gave, perhaps in an earlier process
    if (ended.kind === "completed") this.#complete(state, ended.output);
    else this.#decide(state, ended);
  }

  #complete(state: TaskState, output: unknown): void {
    state.output = output;
    this.#settle(state, "completed", undefined);
    this.#free(state);
  }

  #decide(state: TaskState, ended: Exclude<AttemptOutcome, { kind: "completed" }>): void {
    const { error, decision } = ended;
    const delayMs = retryDelayFor(state, decision, this.#settings.retryDelay);
    if (delayMs !== undefined && this.#stop === undefined) {
      this.#retry(state, delayMs);
    } else if (decision?.kind === "skip") {
      this.#settle(state, "skipped", error);
      if (decision.skipDependants) this.#spread(state, "skipped");
      this.#free(state);
    } else {
      this.#settle(state, ended.kind, error);
      this.#spread(state, "blocked");
      this.#fail(state);
    }
  }

  #retry(state: TaskState, delayMs: number): void {
    state.move("retrying");
    const isKnown = this.#settings.record?.kept(`${state.id}#${state.attempts + 1}`) !== undefined;
    if (delayMs === 0 || isKnown) {
      this.#makeReady(state);
      return;
    }
    const key = `${state.id}#${state.attempts}:delay`;
    this.#underWay.set(key, { state, isDelay: true });
    this.#outcomes.start(key, () => service(ClockService).sleep(delayMs, this.#signal));
  }

  /** One open dependency less for those that wait for it. */
  #free(state: TaskState): void {
    for (const index of state.plan.dependants) {
      const dependant = this.#states[index];
      if (dependant === undefined) continue;
      dependant.open -= 1;
      if (dependant.open === 0 && dependant.status === "pending") this.#makeReady(dependant);
    }
  }

  /** Settles everything behind a task, however far. */
  #spread(from: TaskState, status: "blocked" | "skipped"): void {
    const why = status === "blocked" ? "has failed" : "was skipped with its dependants";
    const reason = new TaskNotRunError(`Task "${from.id}" ${why}.`);
    const left = [from];
    for (let state = left.pop(); state !== undefined; state = left.pop()) {
      for (const index of state.plan.dependants) {
        const dependant = this.#states[index];
        if (dependant?.status !== "pending") continue;
        this.#settle(dependant, status, reason);
        left.push(dependant);
      }
    }
  }

  #fail(state: TaskState): void {
    this.#hasFailed = true;
    if (this.#settings.failFast) this.#stopStarting(new TaskNotRunError(`Task "${state.id}" has failed first.`));
  }

  /** What runs goes on; whatever has not begun is cancelled. */
  #stopStarting(reason: unknown): void {
    if (this.#stop !== undefined) return;
    this.#stop = { reason };
    this.#agenda.clear();
    const begun = new Set([...this.#underWay.values()].map(({ state }) => state));
    for (const state of this.#states) {
      if (!isSettled(state.status) && !begun.has(state)) this.#settle(state, "cancelled", reason);
    }
  }

  #settle(state: TaskState, status: GraphTaskStatus, error: unknown): void {
    state.move(status);
    state.error = error;
    emit(GraphTaskSettledEvent, () => ({ task: state.id, status, attempts: state.attempts }));
  }

  #announce(state: TaskState): void {
    const { subject, dependencies = [] } = state.plan.options;
    emit(GraphTaskCreatedEvent, () => ({ task: state.id, subject, dependencies }));
  }

  #status(): GraphRunStatus {
    if (this.#signal.aborted) return "cancelled";
    return this.#hasFailed || !this.#states.every(({ status }) => letsDependantsRun(status)) ? "failed" : "completed";
  }
}
