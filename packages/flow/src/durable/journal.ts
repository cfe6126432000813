import { describeValue, isPlainObject, type MaybePromise } from "@boathook/hooks";
import { describeError, errorMessage, isPromiseLike, log } from "@boathook/kernel";

import type { DurableEngine, RunClaim } from "../engine/durable-engine.ts";
import { RunMismatchError, RunStoreError, StateConflictError } from "../engine/errors.ts";
import type { StoredRun, StoredUnit } from "../engine/stored-run.ts";
import { decodeValue } from "./decode.ts";
import { encodeValue } from "./encode.ts";

/** A unit whose outcome is recorded: it is not done again. */
export interface RecordedUnit {
  readonly key: string;
  readonly output: unknown;
}

/** What a run begins with, in values. */
export interface JournalBeginning {
  /** The id that the kickoff was given. */
  readonly askedId: string;
  readonly inputs: unknown;
  readonly state: unknown;
  readonly units?: readonly StoredUnit[];
}

/** The keys of units of a graph end in their number; those of steps of the run itself do not. */
const UNIT_KEY = /#\d+$/;

/**
 * The record of one run while this process holds it, in terms of values. Every writing method stores all it is given or nothing, and throws
 * `StateConflictError` when somebody else has taken the run over, `NotSerializableError` with the path of what cannot be stored.
 */
export class Journal {
  readonly id: string;
  readonly #claim: RunClaim;
  readonly #name: string;
  readonly #where: string;
  /** Steps of the run itself, with what they gave. */
  readonly #steps = new Map<string, string>();
  /** What counts as done. */
  #units: readonly StoredUnit[] = [];
  #decoded: readonly RecordedUnit[] | undefined;
  /** Units that finished since the last write. */
  #unsaved: { readonly key: string; readonly output: unknown; readonly at: number }[] = [];
  #isBegun = false;

  private constructor(id: string, names: { readonly name: string; readonly where: string }, claim: RunClaim) {
    this.id = id;
    this.#name = names.name;
    this.#where = names.where;
    this.#claim = claim;
    if (claim.run !== undefined && claim.run.name !== names.name) {
      throw new RunMismatchError(id, `"${claim.run.name}" began it, and this is "${names.name}"`);
    }
    this.#units = (claim.run?.units ?? []).filter(isOfGraph);
    for (const unit of claim.run?.units ?? []) if (!isOfGraph(unit)) this.#steps.set(unit.key, unit.output);
  }

  /** Takes hold of the run; `name` is that of the flow or crew whose run it has to be. */
  static async open(engine: DurableEngine, id: string, name: string): Promise<Journal> {
    const claim = await engine.claim(id);
    try {
      return new Journal(id, { name, where: locationOf(engine) }, claim);
    } catch (error) {
      await claim.release();
      throw error;
    }
  }

  /** What was recorded when this process took hold of it; undefined: the run is new. */
  get run(): StoredRun | undefined {
    return this.#claim.run;
  }

  /** True: the run began, and has not finished; it goes on with what `units` does not hold. */
  get isUnfinished(): boolean {
    return this.run !== undefined && this.run.status !== "finished";
  }

  get inputs(): unknown {
    return this.#read("the inputs", this.run?.inputs);
  }

  get state(): Record<string, unknown> {
    const state = this.#read("the state", this.run?.state);
    if (isPlainObject(state)) return state;
    throw unreadable(this.#where, `the state of run "${this.id}"`, new TypeError(`it is ${describeValue(state)}`));
  }

  /** What a paused run waits for. */
  get pending(): unknown {
    return this.run?.pending === undefined ? undefined : this.#read("the pending request", this.run.pending);
  }

  /** The units of the graph that count as done, in the order in which they finished. */
  get units(): readonly RecordedUnit[] {
    return this.#decode();
  }

  /** Makes the run, or begins it anew. */
  async begin({ askedId, inputs, state, units = [] }: JournalBeginning): Promise<void> {
    const texts = { inputs: encodeValue(inputs, "inputs"), state: encodeValue(state, "state") };
    await this.#claim.begin({ name: this.#name, askedId, units, ...texts });
    this.#steps.clear();
    this.#units = units;
    this.#decoded = undefined;
    this.#isBegun = true;
  }

  /** Goes on with the run that was recorded. One that waits for a person stays paused until it has the answer. */
  async resume(): Promise<void> {
    this.#decode(); // what cannot be read is said before anything is written
    if (this.run?.pending === undefined) await this.#claim.write({ status: "running" });
    this.#isBegun = true;
  }

  /** Records that a unit finished. With `saves` false it is kept until the next write. A promise only where the engine needs one. */
  unitDone(key: string, output: unknown, { state, saves }: { state: unknown; saves: boolean }): MaybePromise<void> {
    this.#unsaved.push({ key, output, at: Date.now() });
    if (!saves) return undefined;
    const units = this.#encodeUnsaved(encodeValue(state, "state"));
    const written = this.#claim.write({ units });
    this.#unsaved = [];
    return written;
  }

  /** Records the unit that a paused run waited for, and what else it waits for, in one write. */
  async answered(key: string, output: unknown, rest: { state: unknown; pending: unknown }): Promise<void> {
    this.#unsaved.push({ key, output, at: Date.now() });
    const units = this.#encodeUnsaved(encodeValue(rest.state, "state"));
    const pending = rest.pending === undefined ? undefined : encodeValue(rest.pending, "pending");
    await this.#claim.write({
      units,
      ...(pending === undefined ? { status: "running" } : { status: "paused", pending }),
    });
    this.#unsaved = [];
    this.#isBegun = true;
  }

  /** Does a step of the run itself once: where an earlier process did, what it gave is given again. */
  async once<T>(step: string, work: () => MaybePromise<T>): Promise<T> {
    const known = this.#steps.get(step);
    if (known !== undefined) return this.#read(`the step "${step}"`, known) as T; // this very step gave it
    const value = await work();
    const output = encodeValue(value, step);
    await this.#claim.write({ units: [{ key: step, output, state: undefined, at: Date.now() }] });
    this.#steps.set(step, output);
    return value;
  }

  /** True: an earlier process did the step. */
  knows(step: string): boolean {
    return this.#steps.has(step);
  }

  /** The run waits for somebody: it is kept with what it waits for, to go on in any process. */
  async pause(pending: unknown, state: unknown): Promise<void> {
    const units = this.#encodeUnsaved();
    const texts = { pending: encodeValue(pending, "pending"), state: encodeValue(state, "state") };
    await this.#claim.write({ units, status: "paused", ...texts });
    this.#unsaved = [];
  }

  async finish(result: unknown, state: unknown): Promise<void> {
    const units = this.#encodeUnsaved();
    const texts = { result: encodeValue(result, "result"), state: encodeValue(state, "state") };
    await this.#claim.write({ units, status: "finished", ...texts });
    this.#unsaved = [];
  }

  /** The state stays that of the last unit that finished. Never throws: the failure itself is what counts. */
  async fail(error: unknown): Promise<void> {
    if (!this.#isBegun || StateConflictError.is(error)) return;
    try {
      await this.#claim.write({ status: "failed", error: JSON.stringify(describeError(error)) });
    } catch (failure) {
      log("error", { runId: this.id, error: errorMessage(failure) }, "that a run failed could not be recorded");
    }
  }

  /** Lets others have the run. */
  async release(): Promise<void> {
    const released = this.#claim.release();
    if (isPromiseLike(released)) await released;
  }

  /** The state goes with the last one: before that one nothing was saved. */
  #encodeUnsaved(state?: string): readonly StoredUnit[] {
    const last = this.#unsaved.length - 1;
    return this.#unsaved.map(({ key, output, at }, index) => ({
      key,
      output: encodeValue(output, `output of ${key}`),
      state: index === last ? state : undefined,
      at,
    }));
  }

  #decode(): readonly RecordedUnit[] {
    this.#decoded ??= this.#units.map(({ key, output }) => ({
      key,
      output: this.#read(`the output of "${key}"`, output),
    }));
    return this.#decoded;
  }

  #read(what: string, text: string | undefined): unknown {
    try {
      return decodeValue(text ?? "");
    } catch (error) {
      throw unreadable(this.#where, `${what} of run "${this.id}"`, error);
    }
  }
}

/** True for a unit of the run's graph; false for a step of the run itself. */
export function isOfGraph({ key }: StoredUnit): boolean {
  return UNIT_KEY.test(key);
}

/** What is stored is none of our texts. */
export function unreadable(where: string, what: string, cause: unknown): RunStoreError {
  return new RunStoreError("foreign", where, { cause, what: `${what} cannot be read: ${errorMessage(cause)}` });
}

/** How messages call the place where an engine keeps its runs. */
export function locationOf({ kind, location }: DurableEngine): string {
  return location ?? kind;
}
