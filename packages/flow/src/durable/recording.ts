import type { Inputs, MaybePromise } from "@boathook/hooks";
import { InvalidInputsError } from "@boathook/kernel";

import type { DurableEngine } from "../engine/durable-engine.ts";
import { RunBusyError, StateConflictError, UnknownRunError } from "../engine/errors.ts";
import type { StoredRun } from "../engine/stored-run.ts";
import { restoreState, type FlowState } from "../state/flow-state.ts";
import { decodeValue } from "./decode.ts";
import { giveSecretsAgain } from "./secrets.ts";
import { Journal, locationOf, unreadable } from "./journal.ts";
import { stepsUpTo } from "./history.ts";

/** How one kickoff is recorded. */
export interface RecordingSetup {
  readonly engine: DurableEngine;
  /** The flow's name. */
  readonly name: string;
  /** True for a method after which the run is written. */
  readonly savesAfter: (method: string) => boolean;
  /** True: all methods run, whatever is recorded. */
  readonly rerun: boolean;
  /** The run whose state this one begins with; its steps up to `step` count as done. */
  readonly forkFrom: string | undefined;
  readonly step: number | undefined;
  /** Names the run where the inputs do not. */
  readonly runId: string | undefined;
}

/** Finds the record that a kickoff goes on with, or makes it. */
export class Recording {
  readonly #setup: RecordingSetup;

  constructor(setup: RecordingSetup) {
    this.#setup = setup;
  }

  get savesAfter(): (method: string) => boolean {
    return this.#setup.savesAfter;
  }

  /** The id that the caller gave, among the inputs or as `runId`; undefined: none. */
  askedId(inputs: Inputs): unknown {
    return inputs.id ?? this.#setup.runId;
  }

  /**
   * The run that an earlier process left behind when it ended, where it was asked for under this very id: it goes on without any hook being
   * dispatched again. A run that a hook at INPUT sent to another id is found by that hook, not here: else one caller could name another's run.
   */
  async interrupted(id: unknown): Promise<Journal | undefined> {
    const { engine, name, rerun, forkFrom } = this.#setup;
    if (typeof id !== "string" || rerun || forkFrom !== undefined) return undefined;
    const stored = await engine.read(id);
    if (stored === undefined || !isInterrupted(stored, id)) return undefined;
    const journal = await Journal.open(engine, id, name);
    if (journal.run !== undefined && isInterrupted(journal.run, id)) return journal;
    await journal.release(); // somebody else has finished it meanwhile
    return undefined;
  }

  /** Takes hold of a run that waits for a person. Throws `UnknownRunError`, or `StateConflictError` when it does not wait, or somebody else answers it. */
  async paused(id: string): Promise<Journal> {
    const { engine, name } = this.#setup;
    if ((await engine.read(id)) === undefined) throw new UnknownRunError(id, locationOf(engine));
    const journal = await openPaused(engine, id, name);
    if (journal.run?.status === "paused") return journal;
    await journal.release();
    throw new StateConflictError(
      id,
      `waits for nobody: it is ${journal.run?.status ?? "gone"}. It was resumed before.`,
    );
  }

  /** Takes hold of the run that `state.id` names, puts its state into `state`, and `inputs` on top where it begins anew. */
  async open(
    asked: { readonly askedId: unknown; readonly inputs: Inputs },
    state: FlowState,
    merge: () => MaybePromise<void>,
  ): Promise<Journal> {
    const { engine, name } = this.#setup;
    const { id } = { ...state, ...asked.inputs };
    if (typeof id !== "string" || id === "") await merge(); // says what is wrong with it
    const journal = await Journal.open(engine, id, name);
    try {
      await this.#enter(journal, { ...asked, state, merge });
      return journal;
    } catch (error) {
      await journal.release();
      throw error;
    }
  }

  async #enter(journal: Journal, given: Entering): Promise<void> {
    const { rerun, forkFrom } = this.#setup;
    if (forkFrom !== undefined) return this.#fork(journal, given, forkFrom);
    if (journal.isUnfinished && !rerun) {
      restore(given, journal.state);
      return journal.resume();
    }
    if (journal.run !== undefined) restore(given, journal.state);
    await given.merge();
    await journal.begin(beginningOf(given));
  }

  async #fork(journal: Journal, given: Entering, from: string): Promise<void> {
    const { engine, step } = this.#setup;
    if (journal.run !== undefined) {
      throw new InvalidInputsError([
        { path: "id", message: `there is a run "${journal.id}" already; a fork is a new run` },
      ]);
    }
    const source = await engine.read(from);
    if (source === undefined) throw new UnknownRunError(from, locationOf(engine));
    const { units, state } = step === undefined ? { units: [], state: source.state } : stepsUpTo(source, step);
    restore(given, readState(engine, from, state));
    given.state.id = journal.id;
    await given.merge();
    await journal.begin({ ...beginningOf(given), units });
  }
}

async function openPaused(engine: DurableEngine, id: string, name: string): Promise<Journal> {
  try {
    return await Journal.open(engine, id, name);
  } catch (error) {
    if (!RunBusyError.is(error)) throw error;
    throw new StateConflictError(
      id,
      "is being resumed, or under way, in another process or kickoff. Leave it to that one.",
    );
  }
}

interface Entering {
  readonly askedId: unknown;
  readonly inputs: Inputs;
  readonly state: FlowState;
  /** Puts the inputs into the state. */
  readonly merge: () => MaybePromise<void>;
}

function restore({ state, inputs }: Entering, recorded: unknown): void {
  restoreState(state, recorded);
  giveSecretsAgain(state, inputs);
}

function beginningOf({ askedId, inputs, state }: Entering) {
  return { askedId: typeof askedId === "string" ? askedId : state.id, inputs, state };
}

/** Its process ended without a word: whatever was begun (EXECUTION_START) is still open. */
function isInterrupted(run: StoredRun, id: string): boolean {
  return run.status === "running" && run.askedId === id;
}

function readState(engine: DurableEngine, id: string, text: string): unknown {
  try {
    return decodeValue(text);
  } catch (error) {
    throw unreadable(locationOf(engine), `the state of run "${id}"`, error);
  }
}
