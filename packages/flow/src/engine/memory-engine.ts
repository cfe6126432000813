import { newId } from "@boathook/kernel";

import { RunBusyError, StateConflictError } from "./errors.ts";
import type { DurableEngine, RunClaim, UnitLog } from "./durable-engine.ts";
import type { RunBeginning, RunStatus, RunSummary, RunWrite, StoredRun, StoredUnit } from "./stored-run.ts";
import { UnitQueue } from "./unit-queue.ts";

/** Runs live in this process and end with it. Recorded ones can be continued, forked and looked at while it lives. */
export class MemoryEngine implements DurableEngine {
  readonly kind: string = "memory";
  readonly openRun = (): UnitLog => new UnitQueue();
  readonly #runs = new Map<string, StoredRun>();
  /** Whose each run is. */
  readonly #holders = new Map<string, string>();

  claim(id: string): RunClaim {
    if (this.#holders.has(id)) throw new RunBusyError(id, 0);
    const before = this.#runs.get(id);
    const run = before && { ...before, epoch: before.epoch + 1 };
    if (run !== undefined) this.#runs.set(id, run);
    const holder = newId();
    this.#holders.set(id, holder);
    return new MemoryClaim({ id, run, holder, runs: this.#runs, holders: this.#holders });
  }

  read(id: string): StoredRun | undefined {
    return this.#runs.get(id);
  }

  list(filter: { readonly name?: string; readonly status?: RunStatus } = {}): readonly RunSummary[] {
    return [...this.#runs.values()]
      .filter(({ name, status }) => name === (filter.name ?? name) && status === (filter.status ?? status))
      .map(({ id, name, status, updatedAt }) => ({ id, name, status, updatedAt }))
      .reverse();
  }

  /** Every hold is lost, as if its process had been frozen for too long. For tests. */
  expireLeases(): void {
    this.#holders.clear();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

interface Held {
  readonly id: string;
  readonly run: StoredRun | undefined;
  readonly holder: string;
  readonly runs: Map<string, StoredRun>;
  readonly holders: Map<string, string>;
}

class MemoryClaim implements RunClaim {
  readonly run: StoredRun | undefined;
  readonly #held: Held;

  constructor(held: Held) {
    this.#held = held;
    this.run = held.run;
  }

  begin({ name, askedId, inputs, state, units }: RunBeginning): void {
    const before = this.#held.runs.get(this.#held.id);
    this.#put({
      ...{ name, askedId, inputs, state, units: withUnits([], units) },
      ...{ id: this.#held.id, status: "running", pending: undefined, result: undefined, error: undefined },
      epoch: before?.epoch ?? 1,
      version: (before?.version ?? 0) + 1,
      updatedAt: Date.now(),
    });
  }

  write({ units = NO_UNITS, status, state, ...ends }: RunWrite): void {
    const before = this.#held.runs.get(this.#held.id);
    if (before === undefined) throw new StateConflictError(this.#held.id);
    const { pending, result, error } = status === undefined ? before : ends;
    this.#put({
      ...before,
      ...{ status: status ?? before.status, pending, result, error },
      units: withUnits(before.units, units),
      state: state ?? units.findLast((unit) => unit.state !== undefined)?.state ?? before.state,
      version: before.version + 1,
      updatedAt: Date.now(),
    });
  }

  release(): void {
    const { id, holder, holders } = this.#held;
    if (holders.get(id) === holder) holders.delete(id);
  }

  #put(run: StoredRun): void {
    const { id, holder, runs, holders } = this.#held;
    if (holders.get(id) !== holder) throw new StateConflictError(id);
    runs.delete(id); // the newest is the last
    runs.set(id, run);
  }
}

const NO_UNITS: readonly StoredUnit[] = [];

/** Throws where a key is there twice, or a time is none. */
function withUnits(before: readonly StoredUnit[], added: readonly StoredUnit[]): readonly StoredUnit[] {
  if (added.length === 0) return before;
  const all = [...before, ...added];
  for (const { key, at } of added) {
    if (!Number.isFinite(at)) throw new TypeError(`unit "${key}" finished at no time`);
    if (all.find((unit) => unit.key === key) !== all.findLast((unit) => unit.key === key))
      throw new TypeError(`unit "${key}" is there already`);
  }
  return all;
}
