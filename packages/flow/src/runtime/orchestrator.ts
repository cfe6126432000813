import {
  cancellationOf,
  childFrame,
  currentFrame,
  isPromiseLike,
  linkSignals,
  NEVER_ABORTED,
  runInFrame,
  throwIfCancelled,
  type LinkedController,
} from "@boathook/kernel";

import type { UnitLog, UnitOutcome } from "../engine/durable-engine.ts";
import { Breather } from "./breather.ts";
import { CallCounts } from "./call-counts.ts";
import { drain } from "./drain.ts";
import type { FlowParts } from "./flow-parts.ts";
import { runUnit } from "./run-unit.ts";
import { Scheduler, type ReadyMethod } from "./scheduler.ts";
import { Unit } from "./unit.ts";

/** How long methods that were cancelled from outside, or lost a race, and do not look at their signal are waited for, in milliseconds. */
const CANCELLED_LIMIT_MS = 1_000;
/** How long the siblings of a failed method are waited for, in milliseconds: nothing is to run on after a flow has failed. */
const SIBLINGS_LIMIT_MS = 30_000;

/**
 * Runs the methods of one kickoff: one loop that asks which one finished first, applies that, and starts what became ready, in order of
 * declaration. Nothing else starts a method.
 */
export class Orchestrator {
  readonly #parts: FlowParts;
  readonly #log: UnitLog;
  readonly #scheduler: Scheduler;
  readonly #calls: CallCounts;
  /** Aborts when the run is cancelled from outside. */
  readonly #signal = currentFrame().signal;
  /** Cancels the methods; a flow that never has two under way needs none. */
  readonly #siblings: LinkedController | undefined;
  readonly #breather = new Breather();
  readonly #running = new Map<string, Unit>();
  /** They lost a race; nobody waits for what they give. */
  readonly #beaten = new Map<string, Unit>();
  #ready: ReadyMethod[] = [];
  #last: { readonly output: unknown; readonly isTerminal: boolean } | undefined;
  #onAbort: (() => void) | undefined;

  constructor(parts: FlowParts, unitLog: UnitLog) {
    this.#parts = parts;
    this.#log = unitLog;
    this.#scheduler = new Scheduler(parts.seam.plan);
    this.#calls = new CallCounts(parts.maxMethodCalls);
    this.#siblings = parts.seam.plan.hasBranches ? linkSignals(this.#signal) : undefined;
  }

  /** Gives the output of the last method that nothing listened to. When it has settled, no method is running. */
  async run(): Promise<unknown> {
    const signal = this.#siblings?.signal;
    const frame = signal === undefined ? currentFrame() : childFrame({ signal });
    try {
      this.#ready.push(...this.#scheduler.starts());
      await runInFrame(frame, () => this.#untilDone());
      this.#stopListening();
      await drain(this.#log, this.#beaten, CANCELLED_LIMIT_MS);
      return this.#last?.output;
    } catch (error) {
      await this.#cancelAll(error);
      throw error;
    } finally {
      this.#siblings?.unlink();
    }
  }

  async #cancelAll(error: unknown): Promise<void> {
    const limitMs = this.#signal.aborted ? CANCELLED_LIMIT_MS : SIBLINGS_LIMIT_MS;
    this.#stopListening();
    this.#siblings?.abort(error);
    await drain(this.#log, new Map([...this.#running, ...this.#beaten]), limitMs);
  }

  async #untilDone(): Promise<void> {
    for (;;) {
      throwIfCancelled(this.#signal);
      this.#startReady();
      if (this.#running.size === 0) return;
      throwIfCancelled(this.#signal); // methods that are done at once may have taken long, or cancelled the run
      const first = this.#log.first();
      if (isPromiseLike(first)) {
        this.#listen();
        this.#apply(await first);
      } else {
        this.#apply(first);
      }
      const rest = this.#breather.next();
      if (rest !== undefined) await rest;
    }
  }

  #startReady(): void {
    let next = 0;
    for (; next < this.#ready.length && this.#running.size < this.#parts.maxConcurrency; next += 1) {
      const ready = this.#ready[next];
      if (ready !== undefined) this.#start(ready);
    }
    this.#ready = next === this.#ready.length ? [] : this.#ready.slice(next);
  }

  #start(ready: ReadyMethod): void {
    const unit = new Unit(this.#parts, ready, this.#calls.next(ready));
    this.#running.set(unit.key, unit);
    this.#log.start(unit.key, () => {
      const returned = runInFrame(unit.frame, runUnit, this.#parts, unit);
      if (isPromiseLike(returned)) unit.pending = returned;
      return returned;
    });
  }

  #apply(outcome: UnitOutcome): void {
    const unit = this.#running.get(outcome.key) ?? this.#beaten.get(outcome.key);
    if (unit === undefined) return;
    const isBeaten = !this.#running.delete(outcome.key);
    this.#beaten.delete(outcome.key);
    // A method that lost a race and finished nevertheless was done before it could be cancelled: it counts.
    if (outcome.isOk) {
      this.#finish(unit, outcome.value);
      return;
    }
    unit.failed(outcome.error);
    if (isBeaten) return;
    throw this.#signal.aborted ? cancellationOf(this.#signal) : outcome.error;
  }

  #finish(unit: Unit, output: unknown): void {
    this.#parts.record.outputs.push({ method: unit.name, output });
    unit.finished(output);
    const { ready, losers, isTerminal } = this.#scheduler.finished(unit.ready, output);
    if (isTerminal || this.#last?.isTerminal !== true) this.#last = { output, isTerminal };
    if (losers.size > 0) this.#beat(losers, unit.name);
    for (const method of ready) this.#ready.push(method);
  }

  #beat(losers: ReadonlySet<string>, winner: string): void {
    this.#ready = this.#ready.filter((ready) => !losers.has(ready.method.name));
    for (const unit of [...this.#running.values()]) {
      if (!losers.has(unit.name)) continue;
      this.#running.delete(unit.key);
      this.#beaten.set(unit.key, unit);
      unit.cancel(`"${winner}" won the race`);
    }
  }

  /** Once per run, and only when it really waits: a signal's listener costs more than a step. */
  #listen(): void {
    if (this.#onAbort !== undefined || this.#signal === NEVER_ABORTED) return;
    this.#onAbort = () => {
      this.#log.interrupt(cancellationOf(this.#signal));
    };
    this.#signal.addEventListener("abort", this.#onAbort, { once: true });
  }

  #stopListening(): void {
    if (this.#onAbort !== undefined) this.#signal.removeEventListener("abort", this.#onAbort);
    this.#onAbort = undefined;
  }
}
