import { Journal, type DurableEngine } from "@boathook/flow";
import { isPlainObject, type Inputs } from "@boathook/hooks";
import { describeError } from "@boathook/kernel";

import type { GraphRunStatus } from "../graph/status.ts";
import type { AttemptOutcome } from "./attempt.ts";

/** The record of one run: every attempt that ended is kept, and not made again when the run goes on. */
export class GraphRecord {
  readonly #journal: Journal;
  readonly #kept: ReadonlyMap<string, AttemptOutcome>;
  /** Those of the run, which one that goes on keeps. */
  readonly inputs: Inputs;

  private constructor(journal: Journal, inputs: Inputs) {
    this.#journal = journal;
    this.inputs = inputs;
    this.#kept = new Map(journal.units.map(({ key, output }) => [key, output as AttemptOutcome])); // written below only
  }

  /** Goes on with the run of this id where it stopped; begins it, or begins it anew when every task of it was settled. */
  static async open(engine: DurableEngine, run: { id: string; graph: string; inputs: Inputs }): Promise<GraphRecord> {
    const journal = await Journal.open(engine, run.id, run.graph);
    try {
      if (journal.isUnfinished) {
        await journal.resume();
        return new GraphRecord(journal, isPlainObject(journal.inputs) ? journal.inputs : {});
      }
      await journal.begin({ askedId: run.id, inputs: run.inputs, state: {} });
      return new GraphRecord(journal, run.inputs);
    } catch (error) {
      await journal.release();
      throw error;
    }
  }

  /** What an attempt came to in an earlier process; errors are plain records there. */
  kept(key: string): AttemptOutcome | undefined {
    return this.#kept.get(key);
  }

  /** Keeps what an attempt came to. A promise only where the engine needs one. */
  keep(key: string, outcome: AttemptOutcome): PromiseLike<void> | void {
    const stored = outcome.kind === "completed" ? outcome : { ...outcome, error: describeError(outcome.error) };
    return this.#journal.unitDone(key, stored, { state: {}, saves: true });
  }

  /** A run that was cancelled can go on; every other one is over. */
  async close(status: GraphRunStatus, error?: unknown): Promise<void> {
    if (status === "cancelled") await this.#journal.fail(error);
    else await this.#journal.finish({ status }, {});
  }

  async fail(error: unknown): Promise<void> {
    await this.#journal.fail(error);
  }

  async release(): Promise<void> {
    await this.#journal.release();
  }
}
