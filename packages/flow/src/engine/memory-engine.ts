import { RunBusyError, StateConflictError } from "./errors.ts";
import type { DurableEngine, RunClaim, UnitLog } from "./durable-engine.ts";
import type { RunBeginning, RunStatus, RunSummary, RunWrite, StoredRun } from "./stored-run.ts";
import { UnitQueue } from "./unit-queue.ts";

/** Runs live in this process and end with it. Recorded ones can be continued, forked and looked at while it lives. */
export class MemoryEngine implements DurableEngine {
  readonly kind: string = "memory";
  readonly openRun = (): UnitLog => new UnitQueue();
  readonly #runs = new Map<string, StoredRun>();
  readonly #holders = new Map<string, MemoryClaim>();

  claim(id: string): RunClaim {
    if (this.#holders.has(id)) throw new RunBusyError(id, 0);
    const stored = this.#runs.get(id);
    const epoch = (stored?.epoch ?? 0) + 1;
    if (stored !== undefined) this.#runs.set(id, { ...stored, epoch });
    const claim = new MemoryClaim({ id, run: stored, runs: this.#runs, holders: this.#holders });
    this.#holders.set(id, claim);
    return claim;
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

  close(): Promise<void> {
    return Promise.resolve();
  }
}

interface Held {
  readonly id: string;
  readonly run: StoredRun | undefined;
  readonly runs: Map<string, StoredRun>;
  readonly holders: Map<string, MemoryClaim>;
}

class MemoryClaim implements RunClaim {
  readonly run: StoredRun | undefined;
  readonly #held: Held;

  constructor(held: Held) {
    this.#held = held;
    this.run = held.run;
  }

  begin(beginning: RunBeginning): void {
    const before = this.#held.runs.get(this.#held.id);
    this.#put({
      ...beginning,
      id: this.#held.id,
      status: "running",
      pending: undefined,
      result: undefined,
      error: undefined,
      epoch: before?.epoch ?? 1,
      version: (before?.version ?? 0) + 1,
      updatedAt: Date.now(),
    });
  }

  write(write: RunWrite): void {
    const before = this.#held.runs.get(this.#held.id);
    if (before === undefined) throw new StateConflictError(this.#held.id);
    const { units = [], status = before.status } = write;
    this.#put({
      ...before,
      status,
      units: units.length === 0 ? before.units : [...before.units, ...units],
      state: write.state ?? units.findLast(({ state }) => state !== undefined)?.state ?? before.state,
      pending: write.pending ?? (status === "paused" ? before.pending : undefined),
      result: write.result ?? before.result,
      error: status === "failed" ? (write.error ?? before.error) : undefined,
      version: before.version + 1,
      updatedAt: Date.now(),
    });
  }

  release(): void {
    const { id, holders } = this.#held;
    if (holders.get(id) === this) holders.delete(id);
  }

  #put(run: StoredRun): void {
    const { id, runs, holders } = this.#held;
    if (holders.get(id) !== this) throw new StateConflictError(id);
    runs.delete(id); // the newest is the last
    runs.set(id, run);
  }
}
