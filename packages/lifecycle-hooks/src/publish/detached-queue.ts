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
  readonly #waiting = new Set<Entry>();
  readonly #running = new Set<Entry>();
  readonly #busyLanes = new Set<string>();
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
      waiting: this.#waiting.size,
      completed: this.#completed,
      refused: this.#refused,
    };
  }

  /** False, with a log line, when the line is full or closed. Nothing of the job runs before this returns. */
  add(job: DetachedJob): boolean {
    const mustWait = this.#running.size >= this.#limits.running || this.#isBusy(job);
    if (this.#isClosed || (mustWait && this.#waiting.size >= this.#limits.waiting)) {
      this.#refused += 1;
      const why = this.#isClosed ? "the registry is being shut down" : `${this.#limits.waiting} are waiting already`;
      this.#log({ event: job.event, refused: this.#refused }, `a detached publish was refused: ${why}`);
      return false;
    }
    const frame = childFrame({ signal: this.#cancel.signal }, currentFrame());
    this.#waiting.add({ job, frame });
    this.#startNext();
    return true;
  }

  /** Resolves when nothing is left, also of what is added meanwhile. */
  idle(): Promise<void> {
    if (this.#running.size === 0 && this.#waiting.size === 0) return Promise.resolve();
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
    const left = [...this.#running, ...this.#waiting].flatMap(({ job }) =>
      job.unfinished().map((hook) => ({ event: job.event, hook })),
    );
    this.#waiting.clear();
    this.#log({ abandoned: left }, "detached publishes were cancelled at shutdown");
    this.#cancel.abort(new Error("the registry is shut down"));
    return left;
  }

  #isBusy({ lane }: DetachedJob): boolean {
    if (lane === undefined) return false;
    return this.#busyLanes.has(lane) || [...this.#waiting].some((entry) => entry.job.lane === lane);
  }

  #startNext(): void {
    for (const entry of this.#waiting) {
      if (this.#running.size >= this.#limits.running) return;
      const { lane } = entry.job;
      if (lane !== undefined && this.#busyLanes.has(lane)) continue;
      this.#waiting.delete(entry);
      this.#running.add(entry);
      if (lane !== undefined) this.#busyLanes.add(lane);
      void this.#run(entry);
    }
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
    if (job.lane !== undefined) this.#busyLanes.delete(job.lane);
    this.#startNext();
    if (this.#running.size === 0 && this.#waiting.size === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }
}
