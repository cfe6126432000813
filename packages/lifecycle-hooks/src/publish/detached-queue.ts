import {
  currentFrame,
  childFrame,
  errorMessage,
  linkSignals,
  runInFrame,
  startTimer,
  type Frame,
} from "@boathook/kernel";

import type { LifecycleEvent } from "../events/catalogue.ts";

/** Something to be run in the background. */
export interface DetachedJob {
  readonly event: LifecycleEvent;
  /** Jobs of one lane run one after the other, first come first served; undefined: it waits for none. */
  readonly lane: string | undefined;
  run(): Promise<void>;
  /** Ids of hooks that gave no answer yet. */
  unfinished(): readonly string[];
}

/** What was left at the deadline of a drain. */
export interface DrainReport {
  /** Publishes that finished while it waited. */
  readonly completed: number;
  readonly abandoned: readonly { readonly event: LifecycleEvent; readonly hook: string }[];
}

interface Entry {
  readonly job: DetachedJob;
  readonly frame: Frame;
}

/** How much runs at once, and how much may wait. */
export interface QueueLimits {
  readonly running: number;
  readonly waiting: number;
}

/** Detached publishes: in order per lane, side by side up to a limit, with a bounded waiting line. */
export class DetachedQueue {
  readonly #limits: QueueLimits;
  readonly #log: (data: object, message: string) => void;
  readonly #cancel = linkSignals();
  readonly #running = new Set<Entry>();
  /** Wait for a free place only. */
  readonly #ready = new Set<Entry>();
  /** Of each lane that has one running or ready: those behind it. */
  readonly #lanes = new Map<string, Entry[]>();
  #behind = 0;
  readonly #idle: (() => void)[] = [];
  #isClosed = false;
  #completed = 0;
  #refused = 0;

  constructor(limits: QueueLimits, log: (data: object, message: string) => void) {
    this.#limits = limits;
    this.#log = log;
  }

  get counts(): {
    readonly running: number;
    readonly waiting: number;
    readonly completed: number;
    readonly refused: number;
  } {
    return {
      running: this.#running.size,
      waiting: this.#waiting,
      completed: this.#completed,
      refused: this.#refused,
    };
  }

  /** False, with a log line, when the line is full or closed. Nothing of the job runs before this returns. */
  add(job: DetachedJob): boolean {
    const { lane } = job;
    const behind = lane === undefined ? undefined : this.#lanes.get(lane);
    const mustWait = behind !== undefined || this.#running.size >= this.#limits.running;
    if (this.#isClosed || (mustWait && this.#waiting >= this.#limits.waiting)) {
      this.#refused += 1;
      const why = this.#isClosed ? "the registry is being shut down" : `${this.#limits.waiting} are waiting already`;
      this.#log({ event: job.event, refused: this.#refused }, `a detached publish was refused: ${why}`);
      return false;
    }
    const entry = { job, frame: childFrame({ signal: this.#cancel.signal }, currentFrame()) };
    if (behind === undefined) {
      if (lane !== undefined) this.#lanes.set(lane, []);
      this.#ready.add(entry);
      this.#startNext();
    } else {
      behind.push(entry);
      this.#behind += 1;
    }
    return true;
  }

  get #waiting(): number {
    return this.#ready.size + this.#behind;
  }

  /** Resolves when nothing is left, also of what is added meanwhile. */
  idle(): Promise<void> {
    if (this.#running.size === 0 && this.#waiting === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#idle.push(resolve);
    });
  }

  /** Takes nothing more; waits for what is there, and at the deadline cancels it and tells what was left. */
  async drain(ms: number): Promise<DrainReport> {
    this.#isClosed = true;
    const before = this.#completed;
    let stopTimer: (() => void) | undefined;
    const deadline = new Promise<"late">((resolve) => {
      stopTimer = startTimer(ms, () => {
        resolve("late");
      });
    });
    const ended = await Promise.race([this.idle(), deadline]);
    stopTimer?.();
    return { completed: this.#completed - before, abandoned: ended === "late" ? this.#abandon() : [] };
  }

  #abandon(): DrainReport["abandoned"] {
    const left = [...this.#running, ...this.#ready, ...[...this.#lanes.values()].flat()].flatMap(({ job }) =>
      job.unfinished().map((hook) => ({ event: job.event, hook })),
    );
    this.#ready.clear();
    this.#lanes.clear();
    this.#behind = 0;
    this.#log({ abandoned: left }, "detached publishes were cancelled at shutdown");
    this.#cancel.abort(new Error("the registry is shut down"));
    return left;
  }

  #startNext(): void {
    for (const entry of this.#ready) {
      if (this.#running.size >= this.#limits.running) return;
      this.#ready.delete(entry);
      this.#running.add(entry);
      void this.#run(entry);
    }
  }

  /** The next one of its lane is ready now. */
  #leave(lane: string): void {
    const next = this.#lanes.get(lane)?.shift();
    if (next === undefined) {
      this.#lanes.delete(lane);
      return;
    }
    this.#behind -= 1;
    this.#ready.add(next);
  }

  /** Never rejects. */
  async #run(entry: Entry): Promise<void> {
    const { job, frame } = entry;
    try {
      await Promise.resolve(); // the publisher goes on first
      await runInFrame(frame, () => job.run());
      this.#completed += 1;
    } catch (error) {
      if (!this.#cancel.signal.aborted)
        this.#log({ event: job.event, error: errorMessage(error) }, "a detached publish failed");
    }
    this.#running.delete(entry);
    if (job.lane !== undefined) this.#leave(job.lane);
    this.#startNext();
    if (this.#running.size === 0 && this.#waiting === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }
}
