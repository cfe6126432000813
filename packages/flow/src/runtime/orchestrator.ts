import { setMaxListeners } from "node:events";

import type { MaybePromise } from "@boathook/hooks";
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

import type { Journal } from "../durable/journal.ts";
import type { UnitLog, UnitOutcome } from "../engine/durable-engine.ts";
import { answerTo, settleAnswer, type Answer } from "../feedback/answer.ts";
import { PausedUnit, readPending, type FinishedUnit, type PendingFeedback } from "../feedback/paused-unit.ts";
import { Breather } from "./breather.ts";
import { Course, keyOf, type CountedMethod, type Step } from "./course.ts";
import { drain } from "./drain.ts";
import type { FlowParts } from "./flow-parts.ts";
import { replay } from "./replay.ts";
import { runUnit } from "./run-unit.ts";
import type { ReadyMethod } from "./scheduler.ts";
import { Unit } from "./unit.ts";

/** How long methods that were cancelled from outside, or lost a race, and do not look at their signal are waited for, in milliseconds. */
const CANCELLED_LIMIT_MS = 1_000;
/** How long the siblings of a failed method are waited for, in milliseconds: nothing is to run on after a flow has failed. */
const SIBLINGS_LIMIT_MS = 30_000;
const NOBODY: readonly ReadyMethod[] = [];
const failsElsewhere = (): void => undefined;

/**
 * Runs the methods of one kickoff: one loop that asks which one finished first, applies that, and starts what became ready, in order of
 * declaration. Nothing else starts a method.
 */
export class Orchestrator {
  readonly #parts: FlowParts;
  readonly #log: UnitLog;
  readonly #course: Course;
  /** Aborts when the run is cancelled from outside. */
  readonly #signal = currentFrame().signal;
  /** Cancels the methods; a flow that never has two under way needs none. */
  readonly #siblings: LinkedController | undefined;
  readonly #breather = new Breather();
  readonly #running = new Map<string, Unit>();
  /** They lost a race; nobody waits for what they give. */
  readonly #beaten = new Map<string, Unit>();
  readonly #journal: Journal | undefined;
  /** Methods that wait for a person. */
  #waiting: PendingFeedback[] = [];
  /** What finished, for the record of a flow that is not recorded and has to pause. */
  readonly #finished: FinishedUnit[] | undefined;
  readonly #answer: Answer | undefined;
  #ready: CountedMethod[] = [];
  #onAbort: (() => void) | undefined;

  /** With a journal every outcome is recorded before anything comes of it, and what it holds already is not done again. */
  constructor(parts: FlowParts, unitLog: UnitLog, journal?: Journal, answer?: string) {
    this.#parts = parts;
    this.#log = unitLog;
    this.#journal = journal;
    this.#course = new Course(parts);
    this.#finished = parts.seam.feedback !== undefined && journal === undefined ? [] : undefined;
    const pending = readPending(journal?.pending);
    this.#waiting = answer === undefined ? [...pending] : pending.slice(1);
    this.#answer = answer === undefined ? undefined : answerTo(pending[0], answer);
    if (!parts.seam.plan.hasBranches) return;
    this.#siblings = linkSignals(this.#signal);
    setMaxListeners(0, this.#siblings.signal); // any number of methods may watch it; Node warns of a leak from the eleventh on
  }

  /** What the run waits for when it has paused; nothing after one that is done. */
  get waiting(): readonly PendingFeedback[] {
    return this.#waiting;
  }

  /** What finished in a run that is not recorded. */
  get finished(): readonly FinishedUnit[] {
    return this.#finished ?? [];
  }

  /** Gives the output of the last method that nothing listened to. When it has settled, no method is running. */
  async run(): Promise<unknown> {
    const signal = this.#siblings?.signal;
    const frame = signal === undefined ? currentFrame() : childFrame({ signal });
    try {
      const ready = this.#journal === undefined ? this.#course.starts() : replay(this.#course, this.#journal);
      const waiting = new Set(this.#waiting.map(({ key }) => key));
      this.#ready.push(...(waiting.size === 0 ? ready : ready.filter((counted) => !waiting.has(keyOf(counted)))));
      await runInFrame(frame, () => this.#untilDone());
      this.#stopListening();
      await drain(this.#log, this.#beaten, CANCELLED_LIMIT_MS);
      return this.#course.result;
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
        const applied = this.#apply(await first);
        if (applied !== undefined) await applied;
      } else {
        const applied = this.#apply(first);
        if (applied !== undefined) await applied;
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

  #start(counted: CountedMethod): void {
    const unit = new Unit(this.#parts, counted, this.#journal?.id);
    this.#running.set(unit.key, unit);
    this.#log.start(unit.key, () => {
      const returned =
        this.#answer?.key === unit.key
          ? runInFrame(unit.frame, settleAnswer, this.#parts, this.#answer)
          : runInFrame(unit.frame, runUnit, this.#parts, unit);
      if (isPromiseLike(returned)) {
        unit.pending = returned;
        if (unit.isRacer) returned.then(() => (unit.isDone = true), failsElsewhere);
      } else unit.isDone = true;
      return returned;
    });
  }

  #apply(outcome: UnitOutcome): MaybePromise<void> {
    const unit = this.#running.get(outcome.key) ?? this.#beaten.get(outcome.key);
    if (unit === undefined) return undefined;
    const isBeaten = !this.#running.delete(outcome.key);
    this.#beaten.delete(outcome.key);
    if (isBeaten) {
      unit.failed(outcome.isOk ? cancellationOf(unit.frame.signal) : outcome.error);
      return undefined;
    }
    if (outcome.isOk) {
      if (this.#journal !== undefined) return this.#finishRecorded(unit, outcome.value, this.#journal);
      this.#finish(unit, outcome.value);
      return undefined;
    }
    if (PausedUnit.is(outcome.error)) {
      unit.paused();
      this.#waiting.push(outcome.error.pending);
      return undefined;
    }
    unit.failed(outcome.error);
    throw this.#signal.aborted ? cancellationOf(this.#signal) : outcome.error;
  }

  /** What cannot be recorded did not happen: the method fails. */
  #finishRecorded(unit: Unit, output: unknown, journal: Journal): MaybePromise<void> {
    const refuse = (error: unknown): never => {
      unit.failed(error);
      throw error;
    };
    let saved: MaybePromise<void>;
    try {
      const { record, recording } = this.#parts;
      if (this.#answer?.key === unit.key) {
        const pending = this.#waiting.length === 0 ? undefined : this.#waiting;
        const state = record.state;
        return journal.answered(unit.key, output, { state, pending }).then(() => {
          this.#finish(unit, output);
        }, refuse);
      }
      const saves = recording?.savesAfter(unit.name) ?? true;
      saved = journal.unitDone(unit.key, output, { state: record.state, saves });
    } catch (error) {
      return refuse(error);
    }
    if (isPromiseLike(saved)) {
      return saved.then(() => {
        this.#finish(unit, output);
      }, refuse);
    }
    this.#finish(unit, output);
    return undefined;
  }

  #finish(unit: Unit, output: unknown): void {
    unit.finished(output);
    this.#finished?.push({ key: unit.key, output });
    this.#take(this.#course.finished(unit.ready, output), unit.name);
  }

  #take({ ready, losers }: Step, winner: string): void {
    const lost = losers.size === 0 ? NOBODY : this.#beat(losers, winner);
    for (const method of ready) this.#ready.push(method);
    for (const loser of lost) this.#take(this.#course.beaten(loser), winner);
  }

  /** Cancels who lost, unless it was done before it could be; gives them in the order in which they became ready. */
  #beat(losers: ReadonlySet<string>, winner: string): readonly ReadyMethod[] {
    const lost: ReadyMethod[] = [];
    for (const unit of [...this.#running.values()]) {
      if (!losers.has(unit.name) || unit.isDone) continue;
      this.#running.delete(unit.key);
      this.#beaten.set(unit.key, unit);
      lost.push(unit.ready);
      unit.cancel(`"${winner}" won the race`);
    }
    this.#ready = this.#ready.filter(({ ready }) => {
      if (!losers.has(ready.method.name)) return true;
      lost.push(ready);
      return false;
    });
    if (this.#waiting.length > 0) this.#waiting = this.#waiting.filter(({ methodName }) => !losers.has(methodName));
    return lost;
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
