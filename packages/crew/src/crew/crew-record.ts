import { DurableEngineService, encodeValue, Journal, type DurableEngine } from "@boathook/flow";
import { isPlainObject, type Inputs } from "@boathook/hooks";
import { service } from "@boathook/kernel";

import type { CrewOutput } from "../output/crew-output.ts";
import { TaskOutput } from "../output/task-output.ts";
import type { CrewRef } from "../ref-types.ts";

/** The record of one kickoff with `durable: true`: every task that is done is kept, and not done again when the run goes on. */
export class CrewRecord {
  readonly #engine: DurableEngine = service(DurableEngineService);
  readonly #crew: CrewRef;
  readonly #id: string;
  #journal: Journal | undefined;

  constructor(crew: CrewRef, id: string) {
    this.#crew = crew;
    this.#id = id;
  }

  /** Where the inner flow records its tasks. */
  get journal(): Journal | undefined {
    return this.#journal;
  }

  /** The inputs of the run that a process left behind when it ended without a word; it goes on, and no boundary hook is asked again. */
  async interrupted(): Promise<Inputs | undefined> {
    const found = await this.#engine.read(this.#id);
    if (found?.status !== "running") return undefined;
    const journal = await this.#open();
    if (journal.run?.status !== "running") return undefined; // somebody else has ended it meanwhile
    await journal.resume();
    return inputsOf(journal);
  }

  /** Goes on with the run of this id where it failed, with its own inputs; else begins it. */
  async begin(inputs: Inputs): Promise<Inputs> {
    const journal = await this.#open();
    if (journal.isUnfinished) {
      await journal.resume();
      return inputsOf(journal);
    }
    await journal.begin({ askedId: this.#id, inputs, state: {} });
    return inputs;
  }

  /** What was kept of tasks, by their names in the crew; undefined for one that was left out. */
  get done(): ReadonlyMap<string, TaskOutput | undefined> {
    const units = (this.#journal?.units ?? []).map(
      ({ key, output }) => [key.replace(/#\d+$/, ""), TaskOutput.is(output) ? output : undefined] as const,
    );
    return new Map(units);
  }

  /** Throws `NotSerializableError` for an output that cannot be kept. */
  check(output: CrewOutput): void {
    encodeValue(output, "output");
  }

  async finish(output: CrewOutput): Promise<void> {
    await this.#journal?.finish(output, {});
  }

  async fail(error: unknown): Promise<void> {
    await this.#journal?.fail(error);
  }

  async release(): Promise<void> {
    await this.#journal?.release();
  }

  async #open(): Promise<Journal> {
    return (this.#journal ??= await Journal.open(this.#engine, this.#id, this.#crew.name));
  }
}

function inputsOf(journal: Journal): Inputs {
  const { inputs } = journal;
  return isPlainObject(inputs) ? inputs : {};
}
